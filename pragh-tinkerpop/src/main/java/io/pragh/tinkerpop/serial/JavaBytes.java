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

/** Converts objects to bytes and back by Java's serialization; of {@link SerializableClasses} only. Any thread. */
public final class JavaBytes {
    private static final int DEPTH_MAX = 64;
    /** The greatest allowed ratio of a hash table's length to its contents. */
    private static final int ROOM = 4;

    private static final int ROOM_LEAST = 64;

    private final SerializableClasses classes;

    private JavaBytes(SerializableClasses classes) {
        this.classes = classes;
    }

    /** For objects of these classes. */
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
     * Reads an object from its bytes.
     *
     * @throws InvalidClassException when they name a class that is not allowed, or were made to exhaust the reader
     * @throws IOException when they are invalid, or the class is unknown here
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
        private boolean failing; // the superclass goes on to write the failure, which is never read

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

    /** Resolves classes by the application's class loader, which may not be this class's. */
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
                throw refused(name); // before the class is loaded
            }
            return load(description);
        }

        private Class<?> load(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            if (loader != null) {
                try {
                    return Class.forName(description.getName(), false, loader);
                } catch (ClassNotFoundException elsewhere) {
                    return super.resolveClass(description); // a primitive type, or a class of this loader
                }
            }
            return super.resolveClass(description);
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
            throw refused("a proxy of " + String.join(", ", interfaces));
        }

        /**
         * Called for every class, array and reference, before it is made; classes named in the bytes were checked
         * when they were resolved, and other classes only come in their place.
         */
        private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo next) {
            boolean bounded = next.depth() <= DEPTH_MAX && next.arrayLength() <= arrayMax;
            return bounded ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
        }

        /** Called for every object that has been read, before the enclosing one has it. */
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
