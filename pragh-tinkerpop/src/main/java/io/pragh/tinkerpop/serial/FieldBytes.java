package io.pragh.tinkerpop.serial;

import java.io.IOException;
import java.io.Serializable;
import org.apache.tinkerpop.shaded.kryo.Kryo;
import org.apache.tinkerpop.shaded.kryo.KryoException;
import org.apache.tinkerpop.shaded.kryo.Registration;
import org.apache.tinkerpop.shaded.kryo.Serializer;
import org.apache.tinkerpop.shaded.kryo.io.Input;
import org.apache.tinkerpop.shaded.kryo.io.Output;
import org.apache.tinkerpop.shaded.kryo.util.DefaultClassResolver;
import org.apache.tinkerpop.shaded.kryo.util.MapReferenceResolver;
import org.apache.tinkerpop.shaded.objenesis.strategy.StdInstantiatorStrategy;

/**
 * Converts objects that Java cannot serialize to bytes and back, by the values of their fields; of
 * {@link SerializableClasses} only. Any thread.
 */
public final class FieldBytes {
    private static final int BYTES_FIRST = 256;
    private static final int BYTES_MAX = 16 << 20;
    private static final int DEPTH_MAX = 64;

    private final SerializableClasses classes;

    private FieldBytes(SerializableClasses classes) {
        this.classes = classes;
    }

    /** For objects of these classes. */
    public static FieldBytes of(SerializableClasses classes) {
        return new FieldBytes(classes);
    }

    /**
     * The bytes of an object.
     *
     * @throws IOException when it, or its class, could not be read again
     */
    public byte[] write(Object value) throws IOException {
        try (Output out = new Output(BYTES_FIRST, BYTES_MAX)) {
            kryo().writeClassAndObject(out, value);
            byte[] bytes = out.toBytes();
            read(bytes); // an object that cannot be read again must not be stored
            return bytes;
        } catch (KryoException | IllegalArgumentException | UnsupportedOperationException impossible) {
            throw new IOException(reason(impossible), impossible);
        }
    }

    /**
     * An object equal to the one that was written.
     *
     * @throws IOException when the bytes name a class that is not allowed, or are invalid
     */
    public Object read(byte[] bytes) throws IOException {
        try (Input in = new Input(bytes)) {
            return kryo().readClassAndObject(in);
        } catch (RuntimeException wrong) { // on nonsensical bytes, Kryo throws arbitrary exceptions
            throw new IOException(reason(wrong), wrong);
        }
    }

    private static String reason(RuntimeException wrong) {
        String message = wrong.getMessage();
        return message == null ? wrong.toString() : message.lines().findFirst().orElse(message);
    }

    /** One for each call: Kryo is not thread-safe, and such objects are rare. */
    private Kryo kryo() {
        Kryo kryo = new Kryo(new Resolver(), new MapReferenceResolver());
        kryo.setRegistrationRequired(false);
        kryo.setMaxDepth(DEPTH_MAX);
        kryo.addDefaultSerializer(Serializable.class, new ByJava()); // the JDK does not open the fields of its classes
        kryo.setInstantiatorStrategy(new Kryo.DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        if (loader != null) {
            kryo.setClassLoader(loader);
        }
        return kryo;
    }

    /** Knows only the allowed classes. */
    private final class Resolver extends DefaultClassResolver {
        private final HashCost cost = new HashCost();

        @Override
        @SuppressWarnings({"rawtypes", "unchecked"}) // as Kryo's own
        public Registration registerImplicit(Class type) {
            if (!classes.allow(type.getName())) {
                throw new IllegalArgumentException(SerializableClasses.refusal(type.getName()));
            }
            return register(new Registration(
                    type, new WeighedSerializer(kryo.getDefaultSerializer(type), cost), DefaultClassResolver.NAME));
        }
    }

    private final class ByJava extends Serializer<Object> {
        private final JavaBytes java = JavaBytes.of(classes);

        @Override
        public void write(Kryo kryo, Output out, Object value) {
            try {
                byte[] bytes = java.write(value);
                out.writeInt(bytes.length);
                out.writeBytes(bytes);
            } catch (IOException refused) {
                throw new KryoException(refused.getMessage(), refused);
            }
        }

        @Override
        public Object read(Kryo kryo, Input in, Class<Object> type) {
            int length = in.readInt();
            if (length < 0 || length > in.limit() - in.position()) {
                throw new KryoException("a part is longer than what it is part of: bytes=" + length);
            }
            try {
                return java.read(in.readBytes(length));
            } catch (IOException refused) {
                throw new KryoException(refused.getMessage(), refused);
            }
        }
    }
}
