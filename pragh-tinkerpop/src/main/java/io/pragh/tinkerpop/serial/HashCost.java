package io.pragh.tinkerpop.serial;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the cost of hashing collections that are read from a few bytes. Sets of sets that share their elements take
 * a few bytes each and double the work: thirty of them keep a processor busy for minutes. One thread.
 */
// The weight of a collection is the number of steps of its hash: one, and the weights of its parts, however often
// they are shared. Parts are complete before their collection, so each is weighed once, as a sum over its own parts.
// Adding collections to a set, or using them as keys, has already cost their weights; a part that is too heavy is
// refused before that. So the work does not double with every few bytes. A set to which one long list is added
// repeatedly still costs the product of both lengths: that is detected when the set is complete.
final class HashCost {
    /** Steps, a few nanoseconds each. */
    static final long STEPS_MAX = 1 << 24;

    private final IdentityHashMap<Object, Long> weights = new IdentityHashMap<>();
    private long paid;

    /** Forgets the objects read: later ones share no parts with them. The spent steps still count. */
    void forget() {
        weights.clear();
    }

    /**
     * Weighs an object that was read, after its parts.
     *
     * @return why it is refused, or null when it is accepted
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

    /** A collection that contains itself is not weighed yet; its hash does not end. */
    private long weight(@Nullable Object part) {
        boolean several = part instanceof Collection || part instanceof Map || part instanceof Map.Entry;
        return several ? weights.getOrDefault(part, STEPS_MAX + 1) : 1;
    }

    private static long sum(long steps, long more) {
        return Math.min(steps + more, 2 * STEPS_MAX);
    }
}
