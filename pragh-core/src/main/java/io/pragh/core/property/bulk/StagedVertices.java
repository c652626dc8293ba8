package io.pragh.core.property.bulk;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.Identifiers;
import io.pragh.core.property.value.ValueCodec;
import io.pragh.core.property.value.ValueInput;
import io.pragh.core.property.value.ValueOutput;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Vertices that were gathered, by the order in which they came. One whose identifier is a {@code Long} that is its number, and that has
 * no properties, is two words and a slot of 12 bytes; any other one has a record besides:
 *
 * <pre>
 *   0        4       8         12
 *   | length | label | ordinal | identifier | next number | count | property …
 * </pre>
 *
 * What is behind the ordinal is behind the directory in the vertex's value. One thread.
 */
final class StagedVertices {
    static final int NONE = -1;

    private static final int ORDINAL_OFFSET = 2 * Integer.BYTES;
    private static final int REST_OFFSET = 3 * Integer.BYTES;
    private static final long UNNUMBERED = -1;
    private static final byte TEXT = ValueCodec.encode("")[0];
    /** A plain vertex behind its directory: its identifier, the next number 0, no property. */
    private static final int PLAIN_BYTES = ValueCodec.encode(0L).length + 2;

    private final HomeMap homes;
    private final StagingBudget budget;
    /** By home. */
    private final StagedBytes records;

    private final NumberIndex byNumber;
    private final BytesIndex byBytes;
    /** Numbers of vertices, or {@link #UNNUMBERED}. */
    private final VertexNumbers vids;
    /** Positions of records plus 1; of a vertex without one, its label with a minus. */
    private final LongColumn places;

    private final BitSet named = new BitSet();
    private final ValueOutput head = new ValueOutput();
    private int count;

    StagedVertices(HomeMap homes, StagingBudget budget) {
        this.homes = homes;
        this.budget = budget;
        this.records = new StagedBytes(budget, homes.partitions());
        this.byNumber = new NumberIndex(budget);
        this.byBytes = new BytesIndex(budget, records, REST_OFFSET);
        this.vids = new VertexNumbers(budget);
        this.places = new LongColumn(budget);
    }

    int count() {
        return count;
    }

    /** The vertex that is called so, or {@link #NONE}. */
    int find(long id) {
        return byNumber.find(id);
    }

    /** The vertex whose identifier, which is no integral number of 64 bits, has these bytes, or {@link #NONE}. */
    int find(ValueOutput identifier) {
        long record = byBytes.find(identifier.buffer(), identifier.length());
        return record == BytesIndex.NONE ? NONE : records.getInt(record + ORDINAL_OFFSET);
    }

    /** Whether a vertex that is called so needs no record. */
    static boolean isPlain(long id) {
        return id >= 0 && id <= GraphKey.VID_MAX;
    }

    /** A vertex that is called so, without properties so far; {@link #NONE} when there is one. */
    int add(long id, int label) {
        if (byNumber.findOrAdd(id, count) != NumberIndex.NONE) {
            return NONE;
        }
        vids.add(isPlain(id) ? id : UNNUMBERED);
        places.set(count, -label);
        return count++;
    }

    /** A vertex that nobody can find before it is {@link #describe described}. */
    int add() {
        vids.add(UNNUMBERED);
        return count++;
    }

    /** All that is to be known of a vertex; {@code searched} when it is found by the bytes of its identifier. */
    void describe(int vertex, int label, ValueOutput identifier, PropertyBuffer properties, boolean searched) {
        int home = isUnnumbered(vertex)
                ? homes.home(ElementKeys.identity(
                        ElementKind.VERTEX, canonical(Arrays.copyOf(identifier.buffer(), identifier.length()))))
                : homes.home(vids.get(vertex));
        long record = records.end(home);
        ValueOutput rest = properties.ended();
        head.clear().putCount(properties.count()).putCount(properties.count());
        byte[] counts = head.toBytes();
        head.clear().putInt(identifier.length() + counts.length + rest.length()).putInt(label);
        head.putInt(vertex).putBytes(identifier.buffer(), 0, identifier.length());
        records.append(home, head.putBytes(counts, 0, counts.length));
        records.append(home, rest);
        places.set(vertex, record + 1);
        if (searched) {
            byBytes.add(identifier.buffer(), identifier.length(), record);
        }
    }

    long vid(int vertex) {
        return vids.get(vertex);
    }

    int label(int vertex) {
        long place = places.get(vertex);
        return place < 0 ? (int) -place : records.getInt(place - 1 + Integer.BYTES);
    }

    boolean isUnnumbered(int vertex) {
        return vids.get(vertex) == UNNUMBERED;
    }

    /** Whether it has a record, as all do that have properties. */
    boolean isDescribed(int vertex) {
        return places.get(vertex) > 0;
    }

    /** Whether its identifier is not its number, so that somebody has to know which is. */
    boolean isNamed(int vertex) {
        return named.get(vertex);
    }

    /** The vertex gets a number, which no vertex is called by. */
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

    /** No vertex comes any more, and all have numbers, so that nobody looks for one. */
    void complete() {
        byNumber.forget();
        byBytes.forget();
    }

    /** Nobody asks any more for records at a home. */
    void forget(int home) {
        records.forget(home);
    }

    /** The canonical bytes of the identifier of a vertex that has a record. */
    byte[] identifier(int vertex) {
        return canonical(rest(vertex));
    }

    /** The canonical bytes of the identifier that bytes begin with. */
    private static byte[] canonical(byte[] rest) {
        ValueInput in = new ValueInput(rest, 0);
        if (rest[0] == TEXT) {
            ValueCodec.skip(in);
            return Arrays.copyOf(rest, in.position());
        }
        Object id = ValueCodec.read(in);
        return Identifiers.canonical(java.util.Objects.requireNonNull(id));
    }

    private byte[] rest(int vertex) {
        long record = places.get(vertex) - 1;
        byte[] rest = new byte[records.getInt(record)];
        records.get(record + REST_OFFSET, rest, 0, rest.length);
        return rest;
    }

    /** Bytes of the vertex's value with a directory of so many words. */
    int bodyBytes(int vertex, int words) {
        long place = places.get(vertex);
        int rest = place < 0 ? PLAIN_BYTES : records.getInt(place - 1);
        return (2 + words) * Integer.BYTES + rest;
    }

    /** Writes the vertex's value, with the first words as its directory. */
    void write(int vertex, int[] directory, int words, ByteBuffer out) {
        out.putInt(label(vertex)).putInt(words);
        for (int i = 0; i < words; i++) {
            out.putInt(directory[i]);
        }
        long place = places.get(vertex);
        if (place > 0) {
            records.get(place - 1 + REST_OFFSET, out.array(), out.arrayOffset() + out.position(), out.remaining());
        } else {
            ValueCodec.writeLong(head.clear(), vids.get(vertex));
            out.put(head.putCount(0).putCount(0).buffer(), 0, PLAIN_BYTES);
        }
    }
}
