package io.pragh.core.property;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * Numbers for new vertices or edges, minted in a wished home. Those of a lease that are left when the process ends are never used.
 * Any thread.
 */
// A counter begins anywhere, so that the numbers of two graphs are not the same ones: what was exported from one graph
// with its identifiers can be imported into another. A counter never migrates, so it dies with the home of all its
// numbers, where none is given out until losses are given up. Then it begins anew, and meets numbers that lists
// elsewhere
// still name with a probability of (numbers used) / (2^43 / partitions).
final class NumberLeases {
    /** So many sequence numbers are leased at a time: a transaction for every few thousand elements. */
    static final int LEASE_NUMBERS = 8192;
    /** Numbers of vertices that the graph gives out have this bit; an application's small numbers have not. */
    static final long GIVEN_OUT = 1L << 42;

    private final ElementKind kind;
    private final HomeMap homes;
    private final SplittableRandom random;
    private final Lease[] leases;

    /** What is left of a lease. Its monitor guards it. */
    private static final class Lease {
        long next;
        long end;
    }

    NumberLeases(ElementKind kind, HomeMap homes, long seed) {
        this.kind = kind;
        this.homes = homes;
        this.random = new SplittableRandom(seed);
        this.leases = new Lease[homes.partitions()];
        for (int i = 0; i < leases.length; i++) {
            leases[i] = new Lease();
        }
    }

    /** The next number whose home is a partition. Cost: a transaction for each lease. */
    long next(int partition, TransactionSource session) {
        Lease lease = leases[partition];
        synchronized (lease) {
            while (true) {
                if (lease.next == lease.end) {
                    lease.next = session.retry(TransactionOptions.DEFAULT, t -> take(t, partition));
                    lease.end = lease.next + LEASE_NUMBERS;
                }
                long number = homes.mint(partition, lease.next++ % homes.mintable());
                if (isFit(number)) {
                    return number;
                }
            }
        }
    }

    private boolean isFit(long number) {
        return switch (kind) {
            case VERTEX -> (number & GIVEN_OUT) != 0;
            case EDGE -> number != 0;
        };
    }

    private long take(Transaction transaction, int partition) {
        long key = ElementKeys.counter(kind, homes, partition);
        byte[] body = Bodies.read(transaction, key);
        long from = body == null
                ? randomStart()
                : ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).getLong();
        long to = (from + LEASE_NUMBERS) % homes.mintable();
        byte[] after = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(to)
                .array();
        transaction.write(key, after);
        return from;
    }

    private long randomStart() {
        synchronized (random) {
            return random.nextLong(homes.mintable());
        }
    }
}
