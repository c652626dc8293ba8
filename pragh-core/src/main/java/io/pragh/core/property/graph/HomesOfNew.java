package io.pragh.core.property.graph;

import io.pragh.core.property.GraphSessions;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the homes of new vertices without an identifier from the application: all partitions, in proportion to
 * their free memory. Any thread.
 */
// Successive turns are a golden-ratio share of the whole apart, so any number of them in a row is distributed evenly.
// A partition that has lost its keys is left out as long as there are others, because no node knows which of its
// numbers are in use.
final class HomesOfNew {
    /**
     * A partition counts as full when it has less than this fraction of the free memory of the emptiest partition: 1
     * / 16.
     */
    static final int ROOM_SHARE_MIN = 16;

    private static final long GOLDEN_SHARE = 0x9E37_79B9_7F4A_7C15L;
    private static final int FRACTION_BITS = 53;

    private final GraphSessions sessions;
    private final AtomicLong turn;
    private volatile @Nullable Shares shares;

    /** Partitions, with the cumulative share of free memory of each and those before it. */
    private static final class Shares {
        final long[] rooms;
        final int[] partitions;
        final double[] upTo;

        Shares(long[] rooms, int[] partitions, double[] upTo) {
            this.rooms = rooms;
            this.partitions = partitions;
            this.upTo = upTo;
        }
    }

    /** Homes among the partitions that these sessions reach; {@code seed} chooses the first. */
    HomesOfNew(GraphSessions sessions, long seed) {
        this.sessions = sessions;
        this.turn = new AtomicLong(seed);
    }

    /** The home of the next transaction's new vertices. */
    int next() {
        long[] rooms = sessions.rooms();
        Shares known = shares;
        if (known == null || known.rooms != rooms) {
            known = shares(rooms);
            shares = known;
        }
        double at = (turn.getAndIncrement() * GOLDEN_SHARE >>> Long.SIZE - FRACTION_BITS) * 0x1.0p-53;
        int index = 0;
        while (index < known.upTo.length - 1 && at >= known.upTo[index]) {
            index++;
        }
        return known.partitions[index];
    }

    private Shares shares(long[] rooms) {
        long most = Arrays.stream(rooms).max().orElse(0);
        if (most == 0) {
            int[] here = sessions.partitionsHere();
            int[] any =
                    here.length != 0 ? here : IntStream.range(0, rooms.length).toArray();
            return new Shares(
                    rooms,
                    any,
                    IntStream.rangeClosed(1, any.length)
                            .mapToDouble(i -> (double) i / any.length)
                            .toArray());
        }
        int[] roomy = IntStream.range(0, rooms.length)
                .filter(p -> rooms[p] > 0 && rooms[p] >= most / ROOM_SHARE_MIN)
                .toArray();
        double all = Arrays.stream(roomy).mapToDouble(p -> rooms[p]).sum();
        double[] upTo = new double[roomy.length];
        double sum = 0;
        for (int i = 0; i < roomy.length; i++) {
            sum += rooms[roomy[i]];
            upTo[i] = sum / all;
        }
        return new Shares(rooms, roomy, upTo);
    }
}
