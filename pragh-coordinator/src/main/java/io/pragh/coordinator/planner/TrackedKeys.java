package io.pragh.coordinator.planner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bounded memory of the planner. One thread. */
// When the memory is full its coldest eighth is dropped, and twice what the warmest among the dropped was read per
// report becomes the price of admission: without it a cold key would be dropped and taken in again for ever, each
// time as if its owner were unknown. The price is halved whenever the memory is swept and found with room to spare.
final class TrackedKeys {
    /** A key that no report has named for this many reports is forgotten. */
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

    /** The key's state; taken in when it is new and read often enough, null otherwise. */
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

    /** Drops what is cold or over the bound, once per report or when the bound is passed; returns what was dropped. */
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

    /** How many keys are remembered. */
    int count() {
        return keys.size();
    }
}
