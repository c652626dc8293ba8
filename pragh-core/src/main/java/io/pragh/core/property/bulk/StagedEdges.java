package io.pragh.core.property.bulk;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.value.ValueCodec;
import io.pragh.core.property.value.ValueInput;
import io.pragh.core.property.value.ValueOutput;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The gathered edges, in the order in which they were added: 8 bytes each, 4 more as soon as there are two labels,
 * and 8 more and a record for those that have an identifier or properties:
 *
 * <pre>
 *   0        4      8
 *   | length | edge | supplied 1 | identifier if supplied | count | (key, value) …
 * </pre>
 *
 * One thread.
 */
final class StagedEdges {
    /** The limit comes from ints, by which edges are counted and sorted. */
    static final int COUNT_MAX = Integer.MAX_VALUE - 16;

    private static final int REST_OFFSET = 2 * Integer.BYTES;
    private static final int IDENTIFIER_OFFSET = REST_OFFSET + 1;
    private static final byte TEXT = ValueCodec.encode("")[0];

    private final StagingBudget budget;
    private final StagedBytes records;
    private final BytesIndex byIdentifier;
    private final IntColumn outs;
    private final IntColumn ins;
    private @Nullable IntColumn labels;
    private int labelOfAll;
    private final LongColumn places;
    private final ValueOutput head = new ValueOutput();
    private int named;
    private boolean anyDescribed;

    StagedEdges(StagingBudget budget) {
        this.budget = budget;
        this.records = new StagedBytes(budget, 1);
        this.byIdentifier = new BytesIndex(budget, records, IDENTIFIER_OFFSET);
        this.outs = new IntColumn(budget);
        this.ins = new IntColumn(budget);
        this.places = new LongColumn(budget);
    }

    int count() {
        return outs.size();
    }

    /** How many edges have identifiers of their own. */
    int namedCount() {
        return named;
    }

    int out(int edge) {
        return outs.get(edge);
    }

    int in(int edge) {
        return ins.get(edge);
    }

    int label(int edge) {
        IntColumn all = labels;
        return all == null ? labelOfAll : all.get(edge);
    }

    boolean hasOneLabel() {
        return labels == null;
    }

    IntColumn outs() {
        return outs;
    }

    IntColumn ins() {
        return ins;
    }

    /** Ends the adding of edges, and releases the index of identifiers. */
    void complete() {
        byIdentifier.forget();
    }

    /** Releases the edges' vertices. */
    void forgetEnds() {
        outs.forget();
        ins.forget();
    }

    /** Adds an edge between two vertices, without properties so far. */
    int add(int out, int label, int in) {
        int edge = outs.size();
        if (edge == COUNT_MAX) {
            throw new PraghException(
                    "too many edges for one load; nothing was stored, load a few of the files first: most="
                            + COUNT_MAX);
        }
        if (edge == 0) {
            labelOfAll = label;
        }
        IntColumn all = labels;
        if (all == null && label != labelOfAll) {
            all = new IntColumn(budget);
            for (int i = 0; i < edge; i++) {
                all.add(labelOfAll);
            }
            labels = all;
        }
        if (all != null) {
            all.add(label);
        }
        outs.add(out);
        ins.add(in);
        return edge;
    }

    /** Whether an edge has the identifier with these canonical bytes. */
    boolean isTaken(byte[] canonical) {
        return byIdentifier.find(canonical, canonical.length) != BytesIndex.NONE;
    }

    /**
     * Adds identifier and properties to an edge.
     *
     * @param identifier as it is stored, and {@code canonical} as it is compared; both null for none
     */
    void describe(int edge, byte @Nullable [] identifier, byte @Nullable [] canonical, PropertyBuffer properties) {
        long record = records.end(0);
        ValueOutput rest = properties.ofEdge();
        head.clear().putByte(identifier == null ? 0 : 1);
        if (identifier != null && canonical != null) {
            head.putBytes(identifier, 0, identifier.length);
            named++;
        }
        byte[] supplied = head.putCount(properties.count()).toBytes();
        records.append(0, head.clear().putInt(supplied.length + rest.length()).putInt(edge));
        records.append(0, supplied, supplied.length);
        records.append(0, rest);
        places.set(edge, record + 1);
        anyDescribed = true;
        if (identifier != null && canonical != null) {
            identify(canonical, identifier, record, edge);
        }
    }

    /**
     * Indexes an identifier. If it is compared in another form than it is stored in, it gets a record for the
     * comparison alone.
     */
    private void identify(byte[] canonical, byte[] identifier, long record, int edge) {
        long found = record;
        if (!Arrays.equals(canonical, identifier)) {
            found = records.end(0);
            head.clear().putInt(canonical.length + 1).putInt(edge).putByte(1);
            records.append(0, head.putBytes(canonical, 0, canonical.length));
        }
        byIdentifier.add(canonical, canonical.length, found);
    }

    /** Whether any edge has an identifier or properties. */
    boolean isAnyDescribed() {
        return anyDescribed;
    }

    /** Whether an edge has an identifier or properties. */
    boolean isDescribed(int edge) {
        return anyDescribed && places.get(edge) != 0;
    }

    /** Whether an edge has an identifier of its own. */
    boolean isNamed(int edge) {
        long place = named == 0 ? 0 : places.get(edge);
        return place != 0 && records.get(place - 1 + REST_OFFSET) != 0;
    }

    /** The identifier of an edge that has one. */
    Object id(int edge) {
        return Objects.requireNonNull(ValueCodec.read(new ValueInput(rest(edge), 1)));
    }

    /** Whether an edge's own identifier is a text. */
    boolean isCalledByText(int edge) {
        return records.get(places.get(edge) - 1 + IDENTIFIER_OFFSET) == TEXT;
    }

    /** A property: the number of its key, and its value. */
    record Property(int key, Object value) {}

    /**
     * The property of an edge that has exactly one and no identifier; null for any other edge, and if the property's
     * value is null.
     */
    @Nullable
    Property onlyProperty(int edge) {
        ValueInput in = new ValueInput(rest(edge), 0);
        if (in.getByte() != 0 || in.getLength() != 1) {
            return null;
        }
        int key = (int) in.getCount();
        Object value = ValueCodec.read(in);
        return value == null ? null : new Property(key, value);
    }

    /** The bytes behind the edge id in the edge's value. */
    byte[] rest(int edge) {
        long record = places.get(edge) - 1;
        byte[] rest = new byte[restBytes(edge)];
        records.get(record + REST_OFFSET, rest, 0, rest.length);
        return rest;
    }

    int restBytes(int edge) {
        return records.getInt(places.get(edge) - 1);
    }
}
