package io.pragh.tinkerpop.structure;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.tinkerpop.shaded.kryo.Kryo;
import org.apache.tinkerpop.shaded.kryo.io.Input;
import org.apache.tinkerpop.shaded.kryo.io.Output;
import org.apache.tinkerpop.shaded.kryo.serializers.JavaSerializer;
import org.apache.tinkerpop.shaded.objenesis.strategy.StdInstantiatorStrategy;
import org.jspecify.annotations.Nullable;

/**
 * An object that Java cannot serialize, by the values of its fields. Equal when they are: it may be an identifier. Immutable as long as
 * the object is.
 */
final class ForeignObject implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final int BYTES_FIRST = 256;
    private static final int BYTES_MAX = 16 << 20;

    private final byte[] bytes;
    private transient volatile @Nullable Object value;

    private ForeignObject(byte[] bytes) {
        this.bytes = bytes;
    }

    static ForeignObject of(Object value) {
        try (Output out = new Output(BYTES_FIRST, BYTES_MAX)) {
            kryo().writeClassAndObject(out, value);
            ForeignObject foreign = new ForeignObject(out.toBytes());
            foreign.value(); // what cannot be read again must not be stored
            return foreign;
        }
    }

    /** The object, or one that is equal to it. */
    Object value() {
        Object known = value;
        if (known == null) {
            try (Input in = new Input(bytes)) {
                known = kryo().readClassAndObject(in);
            }
            value = known;
        }
        return known;
    }

    /** One for each call: they are no business of several threads, and such objects are rare. */
    private static Kryo kryo() {
        Kryo kryo = new Kryo();
        kryo.setRegistrationRequired(false);
        kryo.addDefaultSerializer(Serializable.class, new JavaSerializer()); // the JDK does not open its own fields
        kryo.setInstantiatorStrategy(new Kryo.DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        if (loader != null) {
            kryo.setClassLoader(loader);
        }
        return kryo;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ForeignObject object && Arrays.equals(object.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return value().toString();
    }
}
