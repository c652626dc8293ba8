package io.pragh.core.property.element;

import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.value.ValueCodec;
import io.pragh.core.property.value.ValueInput;
import io.pragh.core.property.value.ValueOutput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Encodes and decodes the body of an EDGE value. Stateless.
 *
 * <pre>
 *   0     8    16    24
 *   | out | in | eid | supplied 1 | identifier if supplied | count | (key, value) …
 * </pre>
 *
 * <p>Label and number are in the key; the rest is as in {@link VertexCodec}.
 */
public final class EdgeCodec {
    static final int OUT_OFFSET = 0;
    static final int IN_OFFSET = OUT_OFFSET + Long.BYTES;
    static final int EID_OFFSET = IN_OFFSET + Long.BYTES;
    static final int REST_OFFSET = EID_OFFSET + Long.BYTES;

    private EdgeCodec() {}

    /** Encodes an edge; refuses a value that is too large to store. */
    public static byte[] encode(EdgeRecord edge, VertexCodec.Names names) {
        EdgeRef ref = edge.ref().withNumber();
        ValueOutput out = new ValueOutput();
        out.putLong(ref.out()).putLong(ref.in()).putLong(ref.eid());
        boolean supplied = ref.isNamed();
        out.putByte(supplied ? 1 : 0);
        if (supplied) {
            ValueCodec.write(out, edge.id());
        }
        VertexCodec.encode(out, edge.properties(), names);
        return VertexCodec.checked(out.toBytes(), ElementKind.EDGE, edge.id(), names);
    }

    /** Encodes an edge; {@code rest} holds the bytes behind its edge id. */
    public static byte[] encode(EdgeRef ref, byte[] rest) {
        return ByteBuffer.allocate(REST_OFFSET + rest.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(ref.out())
                .putLong(ref.in())
                .putLong(ref.eid())
                .put(rest)
                .array();
    }

    /** The edge that a value belongs to. */
    static EdgeRef ref(int label, byte[] body) {
        ByteBuffer head = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        return new EdgeRef(head.getLong(OUT_OFFSET), label, head.getLong(IN_OFFSET), head.getLong(EID_OFFSET));
    }

    /** Decodes an edge, whose label is in the value's key. */
    public static EdgeRecord decode(int label, byte[] body, VertexCodec.Names names) {
        EdgeRef ref = ref(label, body);
        ValueInput in = new ValueInput(body, REST_OFFSET);
        Object id = in.getByte() != 0 ? VertexCodec.present(ValueCodec.read(in)) : NaturalEdgeId.of(ref);
        EdgeRecord edge = new EdgeRecord(ref, id);
        VertexCodec.decode(in, edge.properties()::put, names);
        return edge;
    }
}
