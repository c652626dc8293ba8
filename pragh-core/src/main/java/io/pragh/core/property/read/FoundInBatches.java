package io.pragh.core.property.read;

import io.pragh.core.property.element.Bodies;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/**
 * Iterates over elements by their keys, in batches that begin small: a caller that wants one element does not wait
 * for thousands. One thread at a time.
 */
final class FoundInBatches<E> implements Iterator<E> {
    static final int AT_FIRST = 16;

    private final long[] keys;
    private final Function<long[], List<E>> read;
    private final Iterator<E> last;
    private Iterator<E> batch = List.<E>of().iterator();
    private int next;
    private int size = AT_FIRST;

    /**
     * Reads on demand.
     *
     * @param read returns the elements for some keys
     * @param last elements that follow those of all keys
     */
    FoundInBatches(long[] keys, Function<long[], List<E>> read, List<E> last) {
        this.keys = keys;
        this.read = read;
        this.last = last.iterator();
    }

    @Override
    public boolean hasNext() {
        while (!batch.hasNext() && next < keys.length) {
            int end = Math.min(keys.length, next + size);
            batch = read.apply(Arrays.copyOfRange(keys, next, end)).iterator();
            next = end;
            size = Math.min(Bodies.AT_ONCE, 2 * size);
        }
        return batch.hasNext() || last.hasNext();
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return batch.hasNext() ? batch.next() : last.next();
    }
}
