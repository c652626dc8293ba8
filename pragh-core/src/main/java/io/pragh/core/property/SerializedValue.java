package io.pragh.core.property;

import io.pragh.core.base.PraghException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;

/** Values of types that the codec has no tag for, by Java serialization. Stateless. */
final class SerializedValue {
    private SerializedValue() {}

    static byte[] toBytes(Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException refused) {
            throw new PraghException(
                    "a value cannot be stored, because a part of it is not Serializable: type="
                            + value.getClass().getName() + " cause=" + refused,
                    refused);
        }
        return bytes.toByteArray();
    }

    static Object ofBytes(byte[] bytes) {
        try (ObjectInputStream in = new ApplicationInput(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        } catch (IOException | ClassNotFoundException unknown) {
            throw new PraghException(
                    "a stored value's class is not known here; put it on the class path: cause=" + unknown, unknown);
        }
    }

    /** Looks where the application's classes are, which may not be where this one is. */
    private static final class ApplicationInput extends ObjectInputStream {
        ApplicationInput(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
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
    }
}
