package io.pragh.tinkerpop.structure;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.ValueCodec;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.shaded.kryo.KryoException;
import org.jspecify.annotations.Nullable;

/**
 * Values and identifiers as Gremlin hands them over, and as they are stored. They are the same but for objects that Java cannot
 * serialize: those are stored as {@link ForeignObject}. Any thread.
 */
public final class StoredValues {
    private StoredValues() {}

    /**
     * A value as it is stored.
     *
     * @throws IllegalArgumentException the one that Gremlin expects when the value cannot be stored
     */
    public static @Nullable Object stored(@Nullable Object value) {
        try {
            ValueCodec.check(value);
            return value;
        } catch (PraghException refused) {
            Object other = value == null ? null : foreign(value, refused);
            if (other == null) {
                throw Property.Exceptions.dataTypeOfPropertyValueNotSupported(value, refused);
            }
            return other;
        }
    }

    /** A value as Gremlin sees it. */
    public static @Nullable Object seen(@Nullable Object stored) {
        return stored instanceof ForeignObject foreign ? foreign.value() : stored;
    }

    /** An identifier as it is stored, or null when it is of no type that can be. */
    public static @Nullable Object storedId(Object id) {
        try {
            return stored(id);
        } catch (IllegalArgumentException refused) {
            return null; // the caller knows what Gremlin expects for its kind of element
        }
    }

    /** An identifier as Gremlin sees it. */
    public static Object seenId(Object stored) {
        return stored instanceof ForeignObject foreign ? foreign.value() : stored;
    }

    private static @Nullable Object foreign(Object value, PraghException refused) {
        // What hangs on a graph would take the graph along; a thread, a stream or the like has no value at all.
        boolean live = value instanceof Element
                || value instanceof Property
                || value instanceof Graph
                || value instanceof Iterator
                || value instanceof Thread;
        if (live) {
            return null;
        }
        try {
            return value instanceof Collection || value instanceof Map ? null : ForeignObject.of(value);
        } catch (KryoException | IllegalArgumentException | UnsupportedOperationException impossible) {
            refused.addSuppressed(impossible);
            return null;
        }
    }

    /** The exception that Gremlin expects, with the one that explains it. */
    static <E extends Exception> E because(E expected, Throwable cause) {
        expected.initCause(cause);
        return expected;
    }
}
