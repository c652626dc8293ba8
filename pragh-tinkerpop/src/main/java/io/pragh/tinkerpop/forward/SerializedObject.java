package io.pragh.tinkerpop.forward;

import io.pragh.tinkerpop.serial.JavaBytes;
import java.io.IOException;
import org.apache.tinkerpop.gremlin.structure.io.Buffer;
import org.apache.tinkerpop.gremlin.structure.io.binary.DataType;
import org.apache.tinkerpop.gremlin.structure.io.binary.GraphBinaryReader;
import org.apache.tinkerpop.gremlin.structure.io.binary.GraphBinaryWriter;
import org.apache.tinkerpop.gremlin.structure.io.binary.types.CustomTypeSerializer;

/**
 * What GraphBinary has no type for and Java can serialize: arrays, values of classes that the application has named, failures. Any
 * thread.
 *
 * <pre>
 *   0       4
 *   | bytes | as ObjectOutputStream writes it …
 * </pre>
 */
final class SerializedObject implements CustomTypeSerializer<Object> {
    private final JavaBytes java;

    SerializedObject(JavaBytes java) {
        this.java = java;
    }

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
        int length = from.readInt();
        if (length < 0 || length > from.readableBytes()) {
            throw new IOException("an object is longer than what it is part of: bytes=" + length);
        }
        byte[] bytes = new byte[length];
        from.readBytes(bytes);
        return java.read(bytes);
    }

    @Override
    public Object readValue(Buffer from, GraphBinaryReader reader, boolean nullable) throws IOException {
        return read(from, reader);
    }

    /** The bytes of an object; throws {@link IOException} when it has none, or may not be sent. */
    byte[] bytes(Object value) throws IOException {
        return java.write(value);
    }
}
