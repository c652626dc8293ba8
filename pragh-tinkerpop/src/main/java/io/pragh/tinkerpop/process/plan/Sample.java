package io.pragh.tinkerpop.process.plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * An operator that draws so many traversers at random, with chances in proportion to their weights; of all, or of
 * those that come from each outer row. Takes all before it gives the first one, and keeps about twice as many rows as
 * it gives. One thread.
 */
// Each traverser draws a waiting time from the exponential distribution whose rate is its weight, and those with the
// least times are taken: the next one is any of the remaining ones with a chance of its weight over the sum of
// theirs, which is how Gremlin draws one after the other. A traverser is dropped as soon as enough have less time. A
// row of several traversers draws the intervals between successive times, of which the first ones count.
final class Sample extends Gathered {
    /** Rows that are kept beside twice as many as are wanted before the surplus is dropped. */
    private static final int SLACK = 256;

    private static final int PICK_BYTES = 40;

    private final Run run;
    private final Operator before;
    private final int most;
    private final Key weight;
    private final String by;
    private final Budget.Holder holder;

    /** One for each outer row. */
    private final Map<Integer, Drawn> drawn = new LinkedHashMap<>();

    /** Number of its traversers among the present selection. */
    private int picks;

    private long bytes;

    /** A traverser of a kept row, and its waiting time. */
    private static final class Pick {
        private final double time;
        private int row;

        Pick(double time, int row) {
            this.time = time;
            this.row = row;
        }
    }

    /** The selection of an outer row: the traversers with the least times, the greatest of them at the head. */
    private static final class Drawn {
        private final PriorityQueue<Pick> first = new PriorityQueue<>(
                Comparator.comparingDouble((Pick pick) -> pick.time).reversed());
        /** Number of traversers that came. */
        private long count;
    }

    /**
     * A stage that samples.
     *
     * @param weight of a row, which is dropped when it has none
     * @param isPlain whether all weights are equal
     * @param by name of the weight, for the error when it is no number
     */
    static Stage stage(int most, Key weight, boolean isPlain, String by) {
        return new Stage(
                () -> "sample(" + most + ")" + (isPlain ? "" : "[" + weight + "]"),
                (run, before) -> new Sample(run, before, most, weight, by));
    }

    private Sample(Run run, Operator before, int most, Key weight, String by) {
        this.run = run;
        this.before = before;
        this.most = most;
        this.weight = weight;
        this.by = by;
        this.holder = run.holder("sample");
    }

    @Override
    void gather() {
        for (Rows from = before.next(ALL); from != null; from = before.next(ALL)) {
            run.check();
            add(from);
        }
        finish();
    }

    private void add(Rows from) {
        begin(from);
        @Nullable Object[] weights = weight.read(run, from, 0, from.count);
        for (int row = 0; row < from.count; row++) {
            if (weights[row] != Total.NOTHING) {
                draw(from, row, rate(from, row, weights[row]));
            }
        }
        if (kept.count > 2 * picks + SLACK) {
            forget();
        }
        holder.now(bytes + (long) picks * PICK_BYTES);
    }

    private double rate(Rows from, int row, @Nullable Object found) {
        if (found instanceof Number number) {
            return number.doubleValue() > 0 ? number.doubleValue() : 0;
        }
        Object what = Keys.ITSELF.read(run, from, row, row + 1)[0];
        throw new IllegalStateException("Traverser " + what + " does not evaluate to a number with " + by);
    }

    /**
     * Draws waiting times for a row's traversers, until one is too late; the time of a traverser without weight is
     * infinite.
     */
    private void draw(Rows from, int row, double rate) {
        Drawn of = drawn.computeIfAbsent(from.origin(row), origin -> new Drawn());
        of.count = Math.addExact(of.count, from.bulk(row));
        double time = 0;
        boolean isKept = false;
        for (long left = from.bulk(row); left > 0; left--) {
            double wait = -Math.log(1 - ThreadLocalRandom.current().nextDouble());
            time = rate == 0 ? Double.POSITIVE_INFINITY : time + wait / (rate * left);
            Pick last = of.first.peek();
            if (of.first.size() >= most) {
                if (last == null || time >= last.time) {
                    return;
                }
                of.first.remove();
                picks--;
            }
            if (!isKept) {
                kept.add(from, row);
                bytes += kept.bytes(kept.count - 1);
                isKept = true;
            }
            of.first.add(new Pick(time, kept.count - 1));
            picks++;
        }
    }

    /** Drops the rows of which no traverser is selected any more. */
    private void forget() {
        int[] places = new int[kept.count];
        drawn.values().forEach(of -> of.first.forEach(pick -> places[pick.row] = 1));
        Rows spare = spare(picks);
        bytes = 0;
        for (int row = 0; row < places.length; row++) {
            if (places[row] > 0) {
                spare.add(kept, row);
                places[row] = spare.count - 1;
                bytes += spare.bytes(spare.count - 1);
            }
        }
        drawn.values().forEach(of -> of.first.forEach(pick -> pick.row = places[pick.row]));
        keepSpare();
    }

    /**
     * Makes one row of each row's selected traversers: all in order of arrival unless they are too many, else one
     * after the other.
     */
    private void finish() {
        Rows spare = spare(picks);
        long[] counts = new long[kept.count];
        for (Drawn of : drawn.values()) {
            Pick[] taken = of.first.toArray(new Pick[0]);
            Arrays.sort(
                    taken,
                    of.count <= most
                            ? Comparator.comparingInt((Pick pick) -> pick.row)
                            : Comparator.comparingDouble((Pick pick) -> pick.time));
            for (Pick pick : taken) {
                counts[pick.row]++;
            }
            for (Pick pick : taken) {
                take(pick.row, counts, spare);
            }
        }
        drawn.clear();
        keepSpare();
    }

    private void take(int row, long[] counts, Rows spare) {
        if (counts[row] == 0) {
            return; // its first traverser has added all of them
        }
        spare.add(kept, row);
        long[] bulks = spare.bulks;
        if (bulks != null) {
            bulks[spare.count - 1] = counts[row];
        }
        counts[row] = 0;
    }
}
