package io.pragh.core.property.bulk;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.Identifiers;
import io.pragh.core.property.element.PropertyTable;
import io.pragh.core.property.element.VertexCodec;
import io.pragh.core.property.value.ValueCodec;
import io.pragh.core.property.value.ValueOutput;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;

/**
 * The gathered vertices, in the order in which they were added. A vertex without properties whose identifier is a
 * {@code Long}, and its number, takes two words and a slot of 12 bytes; any other vertex also has a record:
 *
 * <pre>
 *   0        4              8         12    16         20
 *   | length | label, flags | ordinal | own | in front | identifier | what is in front of it | what is behind it
 * </pre>
 *
 * <i>Own</i> is the length of the identifier in bytes. The record has all parts of the vertex's value except the
 * directory, in their stored form. Of the value, <i>length</i> bytes are behind the directory, <i>in front</i> of
 * them before the identifier. An identifier that is the vertex's number is not stored. One thread.
 */
final class StagedVertices {
    static final int NONE = -1;

    private static final int LABEL_OFFSET = Integer.BYTES;
    private static final int ORDINAL_OFFSET = LABEL_OFFSET + Integer.BYTES;
    private static final int OWN_OFFSET = ORDINAL_OFFSET + Integer.BYTES;
    private static final int FRONT_OFFSET = OWN_OFFSET + Integer.BYTES;
    private static final int IDENTIFIER_OFFSET = FRONT_OFFSET + Integer.BYTES;
    private static final long UNNUMBERED = -1;
    private static final byte TEXT = ValueCodec.encode("")[0];
    private static final byte LONG = ValueCodec.encode(0L)[0];

    private final HomeMap homes;
    private final StagingBudget budget;
    /** By home. */
    private final StagedBytes records;

    private final NumberIndex byNumber;
    private final BytesIndex byBytes;
    /** Numbers of vertices, or {@link #UNNUMBERED}. */
    private final VertexNumbers vids;
    /** Positions of records plus 1; the negated label for a vertex without one. */
    private final LongColumn places;

    private final BitSet named = new BitSet();
    private final ValueOutput head = new ValueOutput();
    private int count;
    private boolean identified;

    StagedVertices(HomeMap homes, StagingBudget budget) {
        this.homes = homes;
        this.budget = budget;
        this.records = new StagedBytes(budget, homes.partitions());
        this.byNumber = new NumberIndex(budget);
        this.byBytes = new BytesIndex(budget, records, IDENTIFIER_OFFSET);
        this.vids = new VertexNumbers(budget);
        this.places = new LongColumn(budget);
    }

    int count() {
        return count;
    }

    /** The vertex with this identifier, or {@link #NONE}. */
    int find(long id) {
        return byNumber.find(id);
    }

    /**
     * The vertex with the identifier that has these bytes, or {@link #NONE}; the identifier is no integral number of
     * 64 bits.
     */
    int find(ValueOutput identifier) {
        long record = byBytes.find(identifier.buffer(), identifier.length());
        return record == BytesIndex.NONE ? NONE : records.getInt(record + ORDINAL_OFFSET);
    }

    /** Whether a vertex with this identifier needs no record. */
    static boolean isPlain(long id) {
        return id >= 0 && id <= GraphKey.VID_MAX;
    }

    /** Adds a vertex with this identifier, without properties so far; {@link #NONE} when there is one already. */
    int add(long id, int label) {
        if (byNumber.findOrAdd(id, count) != NumberIndex.NONE) {
            return NONE;
        }
        vids.add(isPlain(id) ? id : UNNUMBERED);
        places.set(count, -label);
        return count++;
    }

    /** Adds a vertex that cannot be found before it is {@link #describe described}. */
    int add() {
        vids.add(UNNUMBERED);
        return count++;
    }

    /**
     * Adds label, identifier and properties to a vertex; {@code searched} when it is found by the bytes of its
     * identifier.
     */
    void describe(int vertex, int label, ValueOutput identifier, PropertyBuffer properties, boolean searched) {
        boolean hasNumber = !isUnnumbered(vertex);
        int home = hasNumber
                ? homes.home(vids.get(vertex))
                : homes.home(ElementKeys.identity(
                        ElementKind.VERTEX, canonical(Arrays.copyOf(identifier.buffer(), identifier.length()))));
        long record = records.end(home);
        boolean isNumber = hasNumber && identifier.buffer()[0] == LONG;
        int own = isNumber ? 0 : identifier.length();
        PropertyTable table = properties.ofVertex();
        int flags = table.end(own);
        head.clear()
                .putInt(own + table.bytes())
                .putInt(VertexCodec.head(label, flags))
                .putInt(vertex);
        head.putInt(own).putInt(table.entriesBytes()).putBytes(identifier.buffer(), 0, own);
        table.writeEntries(head);
        table.writeValues(head);
        records.append(home, head);
        places.set(vertex, record + 1);
        identified |= own > 0;
        if (searched) {
            byBytes.add(identifier.buffer(), identifier.length(), record);
        }
    }

    /** Whether the identifier of some vertex is not its number. */
    boolean isAnyIdentified() {
        return identified;
    }

    long vid(int vertex) {
        return vids.get(vertex);
    }

    int label(int vertex) {
        long place = places.get(vertex);
        return place < 0 ? (int) -place : VertexCodec.label(records.getInt(place - 1 + LABEL_OFFSET));
    }

    boolean isUnnumbered(int vertex) {
        return vids.get(vertex) == UNNUMBERED;
    }

    /** Whether a vertex has a record, as all vertices with properties do. */
    boolean isDescribed(int vertex) {
        return places.get(vertex) > 0;
    }

    /** Whether a vertex's identifier is not its number, so that an identity is needed. */
    boolean isNamed(int vertex) {
        return named.get(vertex);
    }

    /** Gives a vertex a number, which must not be the identifier of another. */
    void number(int vertex, long vid) {
        if (named.isEmpty()) {
            budget.take(count / Byte.SIZE);
        }
        named.set(vertex);
        vids.set(vertex, vid);
    }

    /** The home of a vertex that has a record. */
    int home(int vertex) {
        return StagedBytes.part(places.get(vertex) - 1);
    }

    /** Ends the adding of vertices, all of which have numbers, and releases the indexes. */
    void complete() {
        byNumber.forget();
        byBytes.forget();
    }

    /** Releases the records of a home. */
    void forget(int home) {
        records.forget(home);
    }

    /** The form in which an identifier is compared. */
    private static byte[] canonical(byte[] identifier) {
        return identifier[0] == TEXT
                ? identifier
                : Identifiers.canonical(Objects.requireNonNull(ValueCodec.decode(identifier)));
    }

    /** The canonical bytes of an identifier that is not the vertex's number; the vertex has a record. */
    byte[] identifier(int vertex) {
        long record = places.get(vertex) - 1;
        byte[] identifier = new byte[records.getInt(record + OWN_OFFSET)];
        records.get(record + IDENTIFIER_OFFSET, identifier, 0, identifier.length);
        return canonical(identifier);
    }

    /** Bytes of the vertex's value with a directory of so many words. */
    int bodyBytes(int vertex, int words) {
        long place = places.get(vertex);
        return VertexCodec.HEAD_BYTES + words * Integer.BYTES + (place < 0 ? 0 : records.getInt(place - 1));
    }

    /** Writes the vertex's value, with the first words as its directory. */
    void write(int vertex, int[] directory, int words, ByteBuffer out) {
        long record = places.get(vertex) - 1;
        boolean isDescribed = record >= 0;
        int word = isDescribed ? records.getInt(record + LABEL_OFFSET) : VertexCodec.head(label(vertex), 0);
        int front = isDescribed ? records.getInt(record + FRONT_OFFSET) : 0;
        out.putInt(word).putShort((short) words).putShort((short) PropertyTable.countInHead(word, front));
        for (int i = 0; i < words; i++) {
            out.putInt(directory[i]);
        }
        if (isDescribed) {
            int own = records.getInt(record + OWN_OFFSET);
            long from = record + IDENTIFIER_OFFSET;
            copy(from + own, front, out);
            copy(from, own, out);
            copy(from + own + front, out.remaining(), out);
        }
    }

    private void copy(long from, int bytes, ByteBuffer out) {
        records.get(from, out.array(), out.arrayOffset() + out.position(), bytes);
        out.position(out.position() + bytes);
    }
}
