package io.pragh.core.property;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A vertex that a scan passes: its stored bytes where they lie, to be asked during the visit only. One thread. */
public interface ScannedVertex {
    /** Its number. */
    long vid();

    /** Hands over the values of its properties that have one of the {@linkplain VertexSearch#wanted wanted} keys, by its place among them. */
    void values(int wanted, Consumer<@Nullable Object> to);

    /** Gets vertices. One thread. */
    @FunctionalInterface
    interface Visitor {
        /** A vertex; it must not use the transaction. False ends the scan. */
        boolean visit(ScannedVertex vertex);
    }
}
