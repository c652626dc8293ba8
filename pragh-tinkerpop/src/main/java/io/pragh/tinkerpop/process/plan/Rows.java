package io.pragh.tinkerpop.process.plan;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A batch of a traversal's intermediate results, in columns. A row may stand for several traversers at the same
 * place. The batch belongs to the operator that has made it, which fills it anew on the next request. One thread.
 */
final class Rows {
    private static final long[] NO_NUMBERS = {};
    private static final Object[] NO_OBJECTS = {};
    private static final int CAPACITY_FIRST = 16;

    RowType type = RowType.VALUE;
    int count;
    /** Ids of vertices, or numbers. */
    long[] numbers = NO_NUMBERS;
    /** Edges, or values. */
    @Nullable
    Object[] objects = NO_OBJECTS;
    /** Number of traversers of each row; null for one each. */
    long @Nullable [] bulks;
    /** Index of the outer row from which each row comes; null when it is not needed. */
    int @Nullable [] origins;
    /** Path of each row; null when it is not needed. */
    @Nullable
    Trail @Nullable [] trails;
    /** Sack of each row; null where no step has changed one. */
    private @Nullable Object @Nullable [] sacks;

    /** Clears the batch, with room for so many rows, without paths. */
    Rows begin(RowType of, int capacity, boolean withBulks, boolean withOrigins) {
        return begin(of, capacity, withBulks, withOrigins, false);
    }

    /** Clears the batch, with room for so many rows. */
    Rows begin(RowType of, int capacity, boolean withBulks, boolean withOrigins, boolean withTrails) {
        type = of.plain();
        count = 0;
        if (of == RowType.VERTEX || of == RowType.NUMBER) {
            numbers = numbers.length < capacity ? new long[room(capacity)] : numbers;
        } else {
            objects = objects.length < capacity ? new Object[room(capacity)] : objects;
        }
        bulks = !withBulks ? null : bulks == null || bulks.length < capacity ? new long[room(capacity)] : bulks;
        origins =
                !withOrigins ? null : origins == null || origins.length < capacity ? new int[room(capacity)] : origins;
        @Nullable Trail[] known = trails;
        trails = !withTrails ? null : known == null || known.length < capacity ? new Trail[room(capacity)] : known;
        sacks = null; // the first row with a sack creates it
        return this;
    }

    /** Clears the batch, for rows that come from others. */
    Rows begin(RowType of, int capacity, Rows from) {
        return begin(of, capacity, from.bulks != null, from.origins != null, from.trails != null);
    }

    /** Lets rows stand for several traversers from now on. */
    void count() {
        if (bulks == null) {
            long[] ones = new long[room()];
            Arrays.fill(ones, 1);
            bulks = ones;
        }
    }

    /** Bytes of a recorded place. */
    private static final int TRAIL_BYTES = 56;

    /** Bytes of a sack and its content, if that is a number. */
    private static final int SACK_BYTES = 24;

    private int room() {
        return type == RowType.VERTEX || type == RowType.NUMBER ? numbers.length : objects.length;
    }

    private static int room(int capacity) {
        return Math.max(CAPACITY_FIRST, capacity);
    }

    /** Makes room for one more row. */
    void grow() {
        if (type == RowType.VERTEX || type == RowType.NUMBER) {
            numbers = count == numbers.length ? Arrays.copyOf(numbers, room(2 * count)) : numbers;
        } else {
            objects = count == objects.length ? Arrays.copyOf(objects, room(2 * count)) : objects;
        }
        long[] manyBulks = bulks;
        if (manyBulks != null && count == manyBulks.length) {
            bulks = Arrays.copyOf(manyBulks, room(2 * count));
        }
        int[] manyOrigins = origins;
        if (manyOrigins != null && count == manyOrigins.length) {
            origins = Arrays.copyOf(manyOrigins, room(2 * count));
        }
        @Nullable Trail[] manyTrails = trails;
        if (manyTrails != null && count == manyTrails.length) {
            trails = Arrays.copyOf(manyTrails, room(2 * count));
        }
    }

    /**
     * Completes the last row, which was just written: it comes from a row of others, and stands for as many
     * traversers.
     */
    void end(Rows from, int row) {
        long[] manyBulks = bulks;
        if (manyBulks != null) {
            manyBulks[count] = from.bulk(row);
        }
        int[] manyOrigins = origins;
        if (manyOrigins != null) {
            manyOrigins[count] = from.origin(row);
        }
        @Nullable Trail[] manyTrails = trails;
        if (manyTrails != null) {
            manyTrails[count] = from.trail(row);
        }
        count++;
        if (sacks != null || from.sacks != null) {
            sack(count - 1, from.sack(row));
        }
    }

    /**
     * Completes the last row, whose path is not needed: its number of traversers is multiplied by that of the row
     * from which it comes, and it gets that row's origin and sack.
     */
    void standFor(Rows from, int row) {
        long[] manyBulks = bulks;
        if (manyBulks != null) {
            manyBulks[count - 1] = Math.multiplyExact(manyBulks[count - 1], from.bulk(row));
        }
        @Nullable Trail[] manyTrails = trails;
        if (manyTrails != null) {
            manyTrails[count - 1] = from.trail(row);
        }
        if (sacks != null || from.sacks != null) {
            sack(count - 1, from.sack(row));
        }
    }

    /** Sets the sack of an existing row. */
    void sack(int row, @Nullable Object sack) {
        @Nullable Object[] many = sacks;
        if (many == null) {
            many = new Object[room()];
            Arrays.fill(many, 0, count, Sacks.UNCHANGED);
            sacks = many;
        } else if (row >= many.length) {
            many = Arrays.copyOf(many, room());
            sacks = many;
        }
        many[row] = sack;
    }

    /** The sack of a row; {@link Sacks#UNCHANGED} where no step has changed it. */
    @Nullable
    Object sack(int row) {
        @Nullable Object[] many = sacks;
        return many == null ? Sacks.UNCHANGED : many[row];
    }

    /** Whether any row may have a sack that a step has changed. */
    boolean haveSacks() {
        return sacks != null;
    }

    /**
     * Copies the sack of a row of others to rows from an index to another one; for operators that write many rows at
     * once.
     */
    void sacks(int start, int end, Rows from, int row) {
        if (start < end && (sacks != null || from.sacks != null)) {
            sack(end - 1, from.sack(row));
            Arrays.fill(Objects.requireNonNull(sacks), start, end, from.sack(row));
        }
    }

    /** Adds a row with an object. */
    void add(@Nullable Object object, Rows from, int row) {
        grow();
        objects[count] = object;
        end(from, row);
    }

    /** Adds a row with a number. */
    void add(long number, Rows from, int row) {
        grow();
        numbers[count] = number;
        end(from, row);
    }

    /** Adds a copy of a row of others. */
    void add(Rows from, int row) {
        if (type == RowType.VERTEX || type == RowType.NUMBER) {
            add(from.numbers[row], from, row);
        } else {
            add(from.objects[row], from, row);
        }
    }

    /**
     * Adds copies of rows of others from an index to another one; the batch was
     * {@linkplain #begin(RowType, int, Rows) begun} with room for them.
     */
    void addAll(Rows from, int start, int end) {
        int added = end - start;
        if (type == RowType.VERTEX || type == RowType.NUMBER) {
            System.arraycopy(from.numbers, start, numbers, count, added);
        } else {
            System.arraycopy(from.objects, start, objects, count, added);
        }
        copy(from.bulks, start, bulks, added);
        copy(from.origins, start, origins, added);
        copy(from.trails, start, trails, added);
        count += added;
        for (int i = 0; i < added && (sacks != null || from.sacks != null); i++) {
            sack(count - added + i, from.sack(start + i));
        }
    }

    /** Copies columns beside the objects: rows take these from the rows from which they come. */
    private void copy(@Nullable Object from, int start, @Nullable Object to, int added) {
        if (from != null && to != null) {
            System.arraycopy(from, start, to, count, added);
        }
    }

    long bulk(int row) {
        long[] many = bulks;
        return many == null ? 1 : many[row];
    }

    int origin(int row) {
        int[] many = origins;
        return many == null ? 0 : many[row];
    }

    @Nullable
    Trail trail(int row) {
        @Nullable Trail[] many = trails;
        return many == null ? null : many[row];
    }

    /** The object of a row that is no element. */
    @Nullable
    Object value(int row) {
        return type == RowType.NUMBER ? (Object) numbers[row] : objects[row];
    }

    /** The approximate bytes of a row with its contents. */
    long bytes(int row) {
        boolean isNumber = type == RowType.VERTEX || type == RowType.NUMBER;
        return bytesOfNumbers() + (isNumber ? 0 : Budget.of(objects[row])) + (sacks == null ? 0 : Budget.of(sack(row)));
    }

    /** The approximate bytes of a row without its object. */
    long bytesOfNumbers() {
        return (long) Long.BYTES
                + (bulks == null ? 0 : Long.BYTES)
                + (origins == null ? 0 : Integer.BYTES)
                + (trails == null ? 0 : TRAIL_BYTES)
                + (sacks == null ? 0 : SACK_BYTES);
    }

    /** The number of traversers of all rows. */
    long traversers() {
        long[] many = bulks;
        if (many == null) {
            return count;
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum = Math.addExact(sum, many[i]);
        }
        return sum;
    }
}
