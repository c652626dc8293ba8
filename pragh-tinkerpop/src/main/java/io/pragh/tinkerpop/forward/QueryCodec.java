package io.pragh.tinkerpop.forward;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pragh.tinkerpop.serial.JavaBytes;
import io.pragh.tinkerpop.serial.SerializableClasses;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.structure.io.binary.GraphBinaryReader;
import org.apache.tinkerpop.gremlin.structure.io.binary.GraphBinaryWriter;
import org.apache.tinkerpop.gremlin.structure.io.binary.TypeSerializerRegistry;
import org.apache.tinkerpop.gremlin.util.ser.NettyBufferFactory;
import org.jspecify.annotations.Nullable;

/**
 * Queries and results as bytes: GraphBinary, which a server writes to clients anyway. An element comes with its properties, as a
 * detached one. Any thread.
 *
 * <p>A query is its bytecode without options. An answer is a sequence of records, one behind the other:
 *
 * <pre>
 *   0       4      8      16
 *   | bytes | kind | bulk | value, of so many bytes …
 * </pre>
 */
final class QueryCodec {
    /** The value is a result that counts as often as the bulk says. */
    static final int RESULT = 1;
    /** The value is what the traversal has failed with; the last record. */
    static final int FAILURE = 2;

    static final int BYTES_OFFSET = 0;
    static final int KIND_OFFSET = BYTES_OFFSET + Integer.BYTES;
    static final int BULK_OFFSET = KIND_OFFSET + Integer.BYTES;
    static final int HEAD_BYTES = BULK_OFFSET + Long.BYTES;

    private static final int BYTES_AT_FIRST = 256;

    private final NettyBufferFactory buffers = new NettyBufferFactory();
    private final GraphBinaryWriter writer;
    private final GraphBinaryReader reader;
    private final SerializedObject otherwise;

    /** What GraphBinary has no type for may be of these classes. */
    QueryCodec(SerializableClasses classes) {
        this.otherwise = new SerializedObject(JavaBytes.withFailures(classes));
        TypeSerializerRegistry registry = TypeSerializerRegistry.build()
                .addCustomType(Object.class, otherwise)
                .withFallbackResolver(type -> otherwise)
                .create();
        this.writer = new GraphBinaryWriter(registry);
        this.reader = new GraphBinaryReader(registry);
    }

    /** A query, or null when it has an argument that cannot be written. */
    @Nullable
    ByteBuffer query(Bytecode traversal) {
        Bytecode steps = new Bytecode();
        traversal.getStepInstructions().forEach(step -> steps.addStep(step.getOperator(), step.getArguments()));
        ByteBuf bytes = Unpooled.buffer(BYTES_AT_FIRST);
        try {
            writer.write(steps, buffers.create(bytes));
        } catch (IOException | RuntimeException unwritable) {
            return null; // it is executed where it is
        }
        return bytes.nioBuffer();
    }

    /** The query of these bytes. */
    Bytecode query(ByteBuffer bytes) throws IOException {
        return reader.read(buffers.wrap(bytes));
    }

    /** Writes a record. */
    void write(int kind, long bulk, @Nullable Object value, OutputStream out) throws IOException {
        ByteBuf bytes = Unpooled.buffer(BYTES_AT_FIRST).writeZero(HEAD_BYTES);
        writer.write(value, buffers.create(bytes));
        int end = bytes.writerIndex();
        bytes.setInt(BYTES_OFFSET, end - HEAD_BYTES).setInt(KIND_OFFSET, kind).setLong(BULK_OFFSET, bulk);
        out.write(bytes.array(), bytes.arrayOffset(), end);
    }

    /** Writes what a traversal has failed with. */
    void writeFailure(Throwable failure, OutputStream out) throws IOException {
        Object told = failure;
        try {
            var unused = otherwise.bytes(failure);
        } catch (IOException unwritable) {
            told = new IllegalStateException(failure.getMessage());
        }
        write(FAILURE, 1, told, out);
    }

    /** The value of a record. */
    @Nullable
    Object value(ByteBuffer bytes) throws IOException {
        return reader.read(buffers.wrap(bytes));
    }
}
