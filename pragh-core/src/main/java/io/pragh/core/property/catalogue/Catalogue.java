package io.pragh.core.property.catalogue;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.LostValueException;
import io.pragh.core.api.Transaction;
import io.pragh.core.property.element.Bodies;
import io.pragh.core.property.element.ElementKeys;
import java.util.function.IntSupplier;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Stores the names and indexes without which the values of a graph cannot be interpreted. Each part has a copy in
 * every partition; all copies are written in one transaction, and none ever migrates. So a part survives as long as
 * one node does that has served the graph. Any thread.
 */
public final class Catalogue {
    private final HomeMap homes;
    private final IntSupplier near;

    /** The catalogue of a graph; {@code near} returns a partition whose home is this node, or any partition. */
    public Catalogue(HomeMap homes, IntSupplier near) {
        this.homes = homes;
        this.near = near;
    }

    /**
     * Reads a part, validated; null when there is none. Cost: one READ, and one more for each lost copy on the way.
     *
     * @throws LostValueException when all copies were lost
     */
    byte @Nullable [] read(Transaction transaction, int space, long chunk) {
        return read(space, chunk, key -> Bodies.read(transaction, key));
    }

    /** As {@link #read}, without validation. */
    byte @Nullable [] look(Transaction transaction, int space, long chunk) {
        return read(space, chunk, key -> Bodies.look(transaction, key));
    }

    private byte @Nullable [] read(int space, long chunk, LongFunction<byte @Nullable []> copy) {
        LostValueException lost = null;
        int first = near.getAsInt();
        for (int i = 0; i < homes.partitions(); i++) {
            int partition = (first + i) % homes.partitions();
            try {
                return copy.apply(ElementKeys.catalogue(homes, space, chunk, partition));
            } catch (LostValueException gone) {
                lost = gone;
            }
        }
        if (lost == null) {
            throw new AssertionError("a graph has a partition");
        }
        throw lost;
    }

    /** Writes all copies of a part, including those that were lost. */
    void write(Transaction transaction, int space, long chunk, byte[] body) {
        for (int partition = 0; partition < homes.partitions(); partition++) {
            transaction.write(ElementKeys.catalogue(homes, space, chunk, partition), body);
        }
    }

    /** Rewrites all copies of a part, and so those that were lost; false when there is no such part. */
    boolean heal(Transaction transaction, int space, long chunk) {
        byte[] body = read(transaction, space, chunk);
        if (body != null) {
            write(transaction, space, chunk, body);
        }
        return body != null;
    }
}
