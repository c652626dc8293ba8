package io.pragh.coordinator.planner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bounded memory of the planner for keys. One thread. */
// When the memory is full, its coldest eighth is dropped. Twice the reads per report of the warmest dropped key
// become the price of admission: without it a cold key would be dropped and admitted again for ever, each time as if
// its owner were unknown. The price is halved whenever a sweep finds the memory with room to spare.
final class TrackedKeys {
    /** Reports after which a key that none of them names is forgotten. */
    static final int FORGOTTEN_REPORTS = 60;

    private final Map<Long, TrackedKey> keys = new HashMap<>();
    private final int keysMax;
    private final long memoryNanos;
    private final long reportNanos;
    private double price;
    private long sweptNanos;
    private boolean swept;

    TrackedKeys(PlannerConfig config) {
        this.keysMax = config.keysMax();
        this.memoryNanos = PlacementRule.memoryNanos(config);
        this.reportNanos = config.reportNanos();
    }

    /** The key's state; a new key is admitted when it is read often enough, otherwise null. */
    @Nullable
    TrackedKey admit(long key, int reads, long nowNanos) {
        TrackedKey known = keys.get(key);
        if (known != null || reads < price) {
            return known;
        }
        TrackedKey taken = new TrackedKey(key, nowNanos);
        keys.put(key, taken);
        return taken;
    }

    /**
     * Drops cold keys or keys over the bound, once per report or when the bound is passed; returns the dropped ones.
     */
    List<TrackedKey> sweep(long nowNanos) {
        if (keys.size() <= keysMax && swept && nowNanos - sweptNanos < reportNanos) {
            return List.of();
        }
        swept = true;
        sweptNanos = nowNanos;
        List<TrackedKey> dropped = new ArrayList<>();
        for (Iterator<TrackedKey> all = keys.values().iterator(); all.hasNext(); ) {
            TrackedKey key = all.next();
            if (nowNanos - key.touchedNanos() >= FORGOTTEN_REPORTS * reportNanos) {
                all.remove();
                dropped.add(key);
            }
        }
        if (keys.size() > keysMax) {
            dropColdest(nowNanos, keys.size() - keysMax + keysMax / 8, dropped);
        } else if (keys.size() < keysMax - keysMax / 4) {
            price /= 2;
        }
        dropped.sort(Comparator.comparingLong(k -> k.key));
        return dropped;
    }

    private void dropColdest(long nowNanos, int count, List<TrackedKey> dropped) {
        record Warm(TrackedKey key, double warmth) {}
        List<Warm> byWarmth = new ArrayList<>(keys.size());
        for (TrackedKey key : keys.values()) {
            byWarmth.add(new Warm(key, key.warmth(nowNanos, memoryNanos)));
        }
        byWarmth.sort(Comparator.comparingDouble(Warm::warmth).thenComparingLong(w -> w.key().key));
        for (Warm cold : byWarmth.subList(0, Math.min(count, byWarmth.size()))) {
            keys.remove(cold.key().key);
            dropped.add(cold.key());
            price = Math.max(price, 2 * cold.key().perSecond() * reportNanos / 1e9);
        }
    }

    /** Number of remembered keys. */
    int count() {
        return keys.size();
    }
}
