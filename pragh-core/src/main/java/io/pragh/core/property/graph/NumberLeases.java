package io.pragh.core.property.graph;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.VertexNumbers;
import io.pragh.core.property.element.Bodies;
import io.pragh.core.property.element.ElementKeys;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/**
 * Gives out numbers for new vertices or edges, each with a given home, from leases that a node takes from a
 * partition's counter. Numbers of a lease that are left when the process ends are never used. Any thread.
 */
// A counter begins at a random number, so that two graphs rarely use the same ones: elements exported from one graph
// with their identifiers can be imported into another. A counter never migrates, so it is lost with the home of all
// its numbers, where no number is given out until losses are given up. Then it begins anew. Its small numbers are
// ones that no former life of the partition had. Minted ones, which follow when no small ones are left, begin at
// random again: a number that lists elsewhere still name is met with a probability of (numbers used) / (2^43 /
// partitions).
final class NumberLeases {
    /** The approximate size of a home's first lease; each later one is twice as large … */
    static final int LEASE_NUMBERS_MIN = 128;
    /** … up to this size: a transaction for every few thousand elements. */
    static final int LEASE_NUMBERS_MAX = 8192;

    private final ElementKind kind;
    private final SmallNumbers small;
    private final HomeMap homes;
    private final IntUnaryOperator lifeOf;
    private final SplittableRandom random;
    private final Lease[] leases;

    /** The rest of a lease, guarded by its monitor. */
    private static final class Lease {
        NumberLine line = new NumberLine(0, 0);
        long step;
        long steps;
        int numbers = LEASE_NUMBERS_MIN / 2;
        /** Numbers that were given out and came back unused. */
        long[] returned = {};

        int returnedCount;

        void takeBack(long number) {
            if (returnedCount == returned.length) {
                returned = Arrays.copyOf(returned, Math.max(LEASE_NUMBERS_MIN, 2 * returnedCount));
            }
            returned[returnedCount++] = number;
        }
    }

    /**
     * The leases of a node.
     *
     * @param lifeOf how often a partition was begun anew
     * @param seed chooses where numbers begin in a partition that has given out none
     */
    NumberLeases(ElementKind kind, HomeMap homes, IntUnaryOperator lifeOf, long seed) {
        this.kind = kind;
        this.small = SmallNumbers.of(kind);
        this.homes = homes;
        this.lifeOf = lifeOf;
        this.random = new SplittableRandom(seed);
        this.leases = new Lease[homes.partitions()];
        for (int i = 0; i < leases.length; i++) {
            leases[i] = new Lease();
        }
    }

    /** The next number whose home is the given partition. Cost: a transaction for each lease. */
    long next(int partition, TransactionSource session) {
        Lease lease = leases[partition];
        synchronized (lease) {
            if (lease.returnedCount > 0) {
                return lease.returned[--lease.returnedCount];
            }
            while (true) {
                if (lease.step == lease.steps) {
                    lease.numbers = Math.min(LEASE_NUMBERS_MAX, 2 * lease.numbers);
                    lease.line = session.retry(TransactionOptions.DEFAULT, t -> take(t, partition, lease.numbers));
                    lease.step = 0;
                    lease.steps = lease.line.steps(lease.numbers, homes);
                }
                long number = lease.line.number(lease.step++, small, partition, homes);
                if (isFit(number, lease.line, partition)) {
                    return number;
                }
            }
        }
    }

    /**
     * Takes back a number of a home that was neither used nor told to a caller; keeps at most {@link
     * #LEASE_NUMBERS_MAX} of them.
     */
    void giveBack(int partition, long number) {
        Lease lease = leases[partition];
        synchronized (lease) {
            if (lease.returnedCount < LEASE_NUMBERS_MAX) {
                lease.takeBack(number);
            }
        }
    }

    private boolean isFit(long number, NumberLine line, int partition) {
        if (line.isSmall()) {
            return number != 0 && homes.home(number) == partition;
        }
        return switch (kind) {
            case VERTEX -> VertexNumbers.isMinted(number);
            case EDGE -> !small.contains(number);
        };
    }

    /** Takes so many numbers from the counter, and returns its former state, where the lease begins. */
    private NumberLine take(Transaction transaction, int partition, int numbers) {
        long key = ElementKeys.counter(kind, homes, partition);
        byte[] body = Bodies.read(transaction, key);
        synchronized (random) {
            NumberLine from = body == null ? first(partition) : NumberLine.decode(body);
            transaction.write(
                    key,
                    from.after(from.steps(numbers, homes), small, homes, random).encode());
            return from;
        }
    }

    private NumberLine first(int partition) {
        int life = lifeOf.applyAsInt(partition);
        return life < SmallNumbers.LIVES ? NumberLine.small(small, life, random) : NumberLine.minted(homes, random);
    }
}
