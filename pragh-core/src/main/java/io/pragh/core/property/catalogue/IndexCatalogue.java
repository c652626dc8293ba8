package io.pragh.core.property.catalogue;

import io.pragh.core.api.Transaction;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.value.ValueInput;
import io.pragh.core.property.value.ValueOutput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every transaction that changes elements has to know, as one value, which it reads validated: the indexes of a
 * graph, and whether natural identifiers are lent. Immutable.
 *
 * <pre>
 *   next number | count | kind 1, ready 1, number, key … | lent 1, absent while it is not so
 * </pre>
 *
 * @param next number of the next index; numbers are never used again
 * @param all the indexes
 * @param lent whether some edge has been given the natural identifier of another, which that one would have without a
 *     number; once so, it stays
 */
public record IndexCatalogue(int next, List<Index> all, boolean lent) {
    private static final int INDEXES_MAX = 65_535;

    /**
     * One index.
     *
     * @param kind of the elements
     * @param key the property's key
     * @param number part of the keys of its lists
     * @param ready whether queries use it; before, writers keep it up to date, but it is not complete
     */
    public record Index(ElementKind kind, String key, int number, boolean ready) {}

    /** Reads the indexes that a transaction sees, validated. Cost: one READ. */
    public static IndexCatalogue read(Catalogue stored, Transaction transaction) {
        byte[] body = stored.read(transaction, ElementKeys.INDEXES, 0);
        if (body == null) {
            return new IndexCatalogue(1, List.of(), false);
        }
        ValueInput in = new ValueInput(body, 0);
        int next = (int) in.getCount();
        List<Index> all = new ArrayList<>();
        for (int count = in.getLength(); count > 0; count--) {
            ElementKind kind = in.getByte() == 0 ? ElementKind.VERTEX : ElementKind.EDGE;
            boolean ready = in.getByte() != 0;
            int number = (int) in.getCount();
            all.add(new Index(kind, in.getText(), number, ready));
        }
        boolean lent = in.position() < body.length && in.getByte() != 0;
        return new IndexCatalogue(next, List.copyOf(all), lent);
    }

    /** Writes these indexes to the catalogue in the transaction, in place of those that it has. */
    public void write(Catalogue stored, Transaction transaction) {
        ValueOutput out = new ValueOutput().putCount(next).putCount(all.size());
        for (Index index : all) {
            out.putByte(index.kind == ElementKind.VERTEX ? 0 : 1).putByte(index.ready ? 1 : 0);
            out.putCount(index.number).putText(index.key);
        }
        if (lent) {
            out.putByte(1);
        }
        stored.write(transaction, ElementKeys.INDEXES, 0, out.toBytes());
    }

    /** The index on a key, or null. */
    public @Nullable Index find(ElementKind kind, String key) {
        for (Index index : all) {
            if (index.kind == kind && index.key.equals(key)) {
                return index;
            }
        }
        return null;
    }

    /** The index on a key, which must be ready. */
    public Index ready(ElementKind kind, String key) {
        Index index = find(kind, key);
        if (index == null || !index.ready) {
            throw new PraghException("there is no index on this key that answers; create it: " + kind + " key=" + key);
        }
        return index;
    }

    /** The indexes on vertices, or on edges. */
    public List<Index> of(ElementKind kind) {
        return all.stream().filter(index -> index.kind == kind).toList();
    }

    /** The catalogue with one more index, which is not ready. */
    public IndexCatalogue with(ElementKind kind, String key) {
        if (next > INDEXES_MAX) {
            throw new PraghException("no number is left for a new index: most=" + INDEXES_MAX);
        }
        List<Index> longer = new ArrayList<>(all);
        longer.add(new Index(kind, key, next, false));
        return new IndexCatalogue(next + 1, longer, lent);
    }

    /** The catalogue without an index. */
    public IndexCatalogue without(Index gone) {
        return new IndexCatalogue(
                next, all.stream().filter(i -> !i.equals(gone)).toList(), lent);
    }

    /** The catalogue without any index. */
    public IndexCatalogue withoutAll() {
        return new IndexCatalogue(next, List.of(), lent);
    }

    /** The catalogue when natural identifiers are lent. */
    public IndexCatalogue lending() {
        return new IndexCatalogue(next, all, true);
    }

    /** The catalogue with an index ready. */
    public IndexCatalogue ready(Index index) {
        List<Index> changed = new ArrayList<>(without(index).all);
        changed.add(new Index(index.kind, index.key, index.number, true));
        return new IndexCatalogue(next, changed, lent);
    }
}
