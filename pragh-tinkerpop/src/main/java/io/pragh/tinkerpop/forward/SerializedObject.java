package io.pragh.tinkerpop.forward;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.apache.tinkerpop.gremlin.structure.io.Buffer;
import org.apache.tinkerpop.gremlin.structure.io.binary.DataType;
import org.apache.tinkerpop.gremlin.structure.io.binary.GraphBinaryReader;
import org.apache.tinkerpop.gremlin.structure.io.binary.GraphBinaryWriter;
import org.apache.tinkerpop.gremlin.structure.io.binary.types.CustomTypeSerializer;

/**
 * What GraphBinary has no type for and Java can serialize: arrays, values of an application's own classes, failures. Only between nodes
 * of one cluster, which hold each other's serialized values anyway. Any thread.
 *
 * <pre>
 *   0       4
 *   | bytes | as ObjectOutputStream writes it …
 * </pre>
 */
final class SerializedObject implements CustomTypeSerializer<Object> {
    @Override
    public String getTypeName() {
        return "pragh.serialized";
    }

    @Override
    public DataType getDataType() {
        return DataType.CUSTOM;
    }

    @Override
    public void write(Object value, Buffer to, GraphBinaryWriter writer) throws IOException {
        byte[] bytes = bytes(value);
        to.writeInt(bytes.length).writeBytes(bytes);
    }

    @Override
    public void writeValue(Object value, Buffer to, GraphBinaryWriter writer, boolean nullable) throws IOException {
        write(value, to, writer);
    }

    @Override
    public Object read(Buffer from, GraphBinaryReader reader) throws IOException {
        byte[] bytes = new byte[from.readInt()];
        from.readBytes(bytes);
        return object(bytes);
    }

    @Override
    public Object readValue(Buffer from, GraphBinaryReader reader, boolean nullable) throws IOException {
        return read(from, reader);
    }

    /** The bytes of an object; throws {@link IOException} when it has none. */
    static byte[] bytes(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    private static Object object(byte[] bytes) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        } catch (ClassNotFoundException other) {
            throw new IOException("a class of a result is not known here; is every node's class path the same?", other);
        }
    }
}
