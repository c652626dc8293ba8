package io.pragh.core.property.read;

import io.pragh.core.property.element.Bodies;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.function.Function;

/**
 * Iterates over elements by their keys, in batches that begin small: a caller that wants one element does not wait
 * for thousands. One thread at a time.
 */
final class FoundInBatches<E> implements Iterator<E> {
    static final int AT_FIRST = 16;

    private final PrimitiveIterator.OfLong keys;
    private final Function<long[], List<E>> read;
    private final Iterator<E> last;
    private Iterator<E> batch = List.<E>of().iterator();
    private int size = AT_FIRST;

    /**
     * Reads on demand.
     *
     * @param read returns the elements for some keys
     * @param last elements that follow those of all keys
     */
    FoundInBatches(PrimitiveIterator.OfLong keys, Function<long[], List<E>> read, List<E> last) {
        this.keys = keys;
        this.read = read;
        this.last = last.iterator();
    }

    @Override
    public boolean hasNext() {
        while (!batch.hasNext() && keys.hasNext()) {
            batch = read.apply(someKeys()).iterator();
            size = Math.min(Bodies.AT_ONCE, 2 * size);
        }
        return batch.hasNext() || last.hasNext();
    }

    private long[] someKeys() {
        long[] some = new long[size];
        int count = 0;
        while (count < size && keys.hasNext()) {
            some[count++] = keys.nextLong();
        }
        return Arrays.copyOf(some, count);
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return batch.hasNext() ? batch.next() : last.next();
    }
}
