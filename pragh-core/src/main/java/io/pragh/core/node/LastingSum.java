package io.pragh.core.node;

import java.util.Collection;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.ToLongFunction;

/**
 * The sum of what parts have counted that come and go: it does not fall when one goes, and a part that comes back
 * counts once. What a part counts after the last look before it goes is left out. Any thread.
 *
 * @param <T> the parts, which are told apart by identity
 */
final class LastingSum<T> {
    private final ToLongFunction<T> count;
    private final Map<T, Long> last = new WeakHashMap<>();
    private long sum;

    /** A sum of counts, none of which ever falls. */
    LastingSum(ToLongFunction<T> count) {
        this.count = count;
    }

    /** Adds what the present parts have counted since the last look. */
    synchronized long with(Collection<? extends T> present) {
        for (T part : present) {
            long now = count.applyAsLong(part);
            Long before = last.put(part, now);
            sum += now - (before == null ? 0 : before);
        }
        return sum;
    }
}
