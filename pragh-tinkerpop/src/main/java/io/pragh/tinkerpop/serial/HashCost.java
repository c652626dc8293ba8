package io.pragh.tinkerpop.serial;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What it costs to hash the collections that are read from a few bytes. Sets of sets that share their elements take a few bytes each and
 * double the work: thirty of them keep a processor busy for minutes. One thread.
 */
// A collection weighs as many steps as its hash takes: one, and the weights of its parts, however often they are
// shared. Parts are whole before what holds them, so each is weighed once, and a sum over its own parts is enough.
// What puts collections into a set, or makes them keys, has paid their weights; a part that is too heavy is refused
// before it gets there. So the work does not double with every few bytes. A set that is given one long list again and
// again still takes the product of both lengths: that is seen when the set is whole.
final class HashCost {
    /** Steps, a few nanoseconds each. */
    static final long STEPS_MAX = 1 << 24;

    private final IdentityHashMap<Object, Long> weights = new IdentityHashMap<>();
    private long paid;

    /** Forgets what was read: nothing that comes shares parts with it. What was paid stays paid. */
    void forget() {
        weights.clear();
    }

    /**
     * Something was read, and its parts before it.
     *
     * @return why it must not go any further, or null when it may
     */
    @Nullable
    String add(Object read) {
        long weight = 1;
        long hashed = 0;
        if (read instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                long key = weight(entry.getKey());
                hashed = sum(hashed, key - 1);
                weight = sum(weight, sum(key, weight(entry.getValue())));
            }
        } else if (read instanceof Collection<?> several) {
            for (Object part : several) {
                long steps = weight(part);
                hashed = sum(hashed, read instanceof Set ? steps - 1 : 0);
                weight = sum(weight, steps);
            }
        } else if (read instanceof Map.Entry<?, ?> entry) {
            weight = sum(weight(entry.getKey()), weight(entry.getValue()));
        } else {
            return null;
        }
        weights.put(read, weight);
        paid = sum(paid, hashed);
        return weight > STEPS_MAX || paid > STEPS_MAX
                ? "collections that hold each other so often that it would take too long to hash them"
                : null;
    }

    /** One that holds itself is not weighed yet; its hash has no end. */
    private long weight(@Nullable Object part) {
        boolean several = part instanceof Collection || part instanceof Map || part instanceof Map.Entry;
        return several ? weights.getOrDefault(part, STEPS_MAX + 1) : 1;
    }

    private static long sum(long steps, long more) {
        return Math.min(steps + more, 2 * STEPS_MAX);
    }
}
