package io.pragh.tinkerpop.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Objects by Java's serialization, of {@link SerializableClasses} only. Any thread.
 */
public final class JavaBytes {
    private static final int DEPTH_MAX = 64;
    /** A hash table is at most so many times as long as what is in it. */
    private static final int ROOM = 4;

    private static final int ROOM_LEAST = 64;

    private final SerializableClasses classes;

    private JavaBytes(SerializableClasses classes) {
        this.classes = classes;
    }

    /** Objects of these classes. */
    public static JavaBytes of(SerializableClasses classes) {
        return new JavaBytes(classes);
    }

    /**
     * The bytes of an object.
     *
     * @throws InvalidClassException when it, or a part of it, is of a class that could not be read again
     * @throws IOException when it, or a part of it, is not Serializable
     */
    public byte[] write(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new Output(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    /**
     * The object that has these bytes.
     *
     * @throws InvalidClassException when they name a class that is not allowed, or were made to exhaust who reads them
     * @throws IOException when they are no object's, or its class is not known here
     */
    public Object read(byte[] bytes) throws IOException {
        try (ObjectInputStream in = new Input(bytes)) {
            return in.readObject();
        } catch (ClassNotFoundException unknown) {
            throw new IOException(
                    "a class of an object is not known here; put it on the class path of all: class="
                            + unknown.getMessage(),
                    unknown);
        }
    }

    private static InvalidClassException refused(String name) {
        return new InvalidClassException(SerializableClasses.refusal(name));
    }

    /** Refuses to write what {@link Input} would refuse to read. */
    private final class Output extends ObjectOutputStream {
        private boolean failing; // it goes on to write the failure, which nobody reads

        Output(OutputStream out) throws IOException {
            super(out);
        }

        @Override
        protected void annotateClass(Class<?> type) throws IOException {
            if (!failing && !classes.allow(type.getName())) {
                failing = true;
                throw refused(type.getName());
            }
        }

        @Override
        protected void annotateProxyClass(Class<?> type) throws IOException {
            failing = true;
            throw refused(type.getName());
        }
    }

    /** Looks where the application's classes are, which may not be where this one is. */
    private final class Input extends ObjectInputStream {
        private final HashCost cost = new HashCost();
        private final long arrayMax;

        Input(byte[] bytes) throws IOException {
            super(new ByteArrayInputStream(bytes));
            this.arrayMax = (long) ROOM * bytes.length + ROOM_LEAST;
            enableResolveObject(true);
            setObjectInputFilter(this::check);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            String name = description.getName();
            if (!classes.allow(name)) {
                throw refused(name); // before it is loaded
            }
            return load(description);
        }

        private Class<?> load(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            if (loader != null) {
                try {
                    return Class.forName(description.getName(), false, loader);
                } catch (ClassNotFoundException elsewhere) {
                    return super.resolveClass(description); // a primitive's, or this loader's own
                }
            }
            return super.resolveClass(description);
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
            throw refused("a proxy of " + String.join(", ", interfaces));
        }

        /**
         * Asked for every class, array and reference, before it is made; the classes that bytes name were looked at when they were resolved,
         * and others come in place of those only.
         */
        private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo next) {
            boolean bounded = next.depth() <= DEPTH_MAX && next.arrayLength() <= arrayMax;
            return bounded ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
        }

        /** Asked for every object that has been read, before what holds it has it. */
        @Override
        protected @Nullable Object resolveObject(@Nullable Object read) throws IOException {
            String why = read == null ? null : cost.add(read);
            if (why != null) {
                throw new InvalidClassException("an object was made to exhaust who reads it: " + why);
            }
            return read;
        }
    }
}
