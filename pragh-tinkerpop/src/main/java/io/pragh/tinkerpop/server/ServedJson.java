package io.pragh.tinkerpop.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.tinkerpop.gremlin.structure.io.AbstractIoRegistry;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONIo;
import org.apache.tinkerpop.shaded.jackson.core.JsonGenerator;
import org.apache.tinkerpop.shaded.jackson.databind.SerializerProvider;
import org.apache.tinkerpop.shaded.jackson.databind.jsontype.TypeSerializer;
import org.apache.tinkerpop.shaded.jackson.databind.module.SimpleModule;
import org.apache.tinkerpop.shaded.jackson.databind.ser.std.StdSerializer;

/**
 * What GraphSON with types has in a server besides the usual: {@code byte[]}, as {@code gx:ByteBuffer}. The server asks
 * for it by its name.
 */
public final class ServedJson extends AbstractIoRegistry {
    private static final ServedJson INSTANCE = new ServedJson();

    private ServedJson() {
        register(GraphSONIo.class, null, new SimpleModule("pragh").addSerializer(byte[].class, new Bytes()));
    }

    /** The one registry, as Gremlin Server asks for it. */
    public static ServedJson instance() {
        return INSTANCE;
    }

    private static final class Bytes extends StdSerializer<byte[]> {
        private static final long serialVersionUID = 1L;

        Bytes() {
            super(byte[].class);
        }

        @Override
        public void serialize(byte[] bytes, JsonGenerator json, SerializerProvider all) throws IOException {
            json.writeBinary(bytes);
        }

        @Override
        public void serializeWithType(byte[] bytes, JsonGenerator json, SerializerProvider all, TypeSerializer types)
                throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            all.findValueSerializer(buffer.getClass()).serializeWithType(buffer, json, all, types);
        }
    }
}
