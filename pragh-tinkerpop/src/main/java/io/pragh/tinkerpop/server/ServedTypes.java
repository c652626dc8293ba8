package io.pragh.tinkerpop.server;

import java.nio.ByteBuffer;
import org.apache.tinkerpop.gremlin.structure.io.Buffer;
import org.apache.tinkerpop.gremlin.structure.io.binary.GraphBinaryReader;
import org.apache.tinkerpop.gremlin.structure.io.binary.GraphBinaryWriter;
import org.apache.tinkerpop.gremlin.structure.io.binary.TypeSerializerRegistry;
import org.apache.tinkerpop.gremlin.structure.io.binary.types.SimpleTypeSerializer;
import org.apache.tinkerpop.gremlin.structure.io.binary.types.TransformSerializer;

/**
 * The types of GraphBinary, and {@code byte[]}, which every driver receives as its type for bytes: {@link ByteBuffer} in
 * Java. The server makes one by its name.
 */
public final class ServedTypes extends TypeSerializerRegistry.Builder {
    /** All types. */
    public ServedTypes() {
        add(byte[].class, new Bytes());
    }

    private static final class Bytes extends SimpleTypeSerializer<byte[]> implements TransformSerializer<byte[]> {
        Bytes() {
            super(null);
        }

        @Override
        public Object transform(byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        }

        @Override
        protected byte[] readValue(Buffer buffer, GraphBinaryReader reader) {
            throw new IllegalStateException("no type of GraphBinary is read as this one");
        }

        @Override
        protected void writeValue(byte[] bytes, Buffer buffer, GraphBinaryWriter writer) {
            throw new IllegalStateException("it is transformed before it is written");
        }
    }
}
