package io.pragh.tinkerpop.structure;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Iterates over all partitions, one after the other. One thread. */
final class PartitionScan<R, E> implements Iterator<E> {
    private final int partitions;
    private final IntFunction<Iterator<R>> scan;
    private final Function<R, E> element;
    private Iterator<R> now = Collections.emptyIterator();
    private int next;

    PartitionScan(int partitions, IntFunction<Iterator<R>> scan, Function<R, E> element) {
        this.partitions = partitions;
        this.scan = scan;
        this.element = element;
    }

    @Override
    public boolean hasNext() {
        while (!now.hasNext() && next < partitions) {
            now = scan.apply(next++);
        }
        return now.hasNext();
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return element.apply(now.next());
    }
}
