package io.pragh.core.property.graph;

import io.pragh.core.address.HomeMap;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * The position of a home in giving out numbers: the value of kind COUNTER. Immutable.
 *
 * <pre>
 *   0      8      16
 *   | next | left |      left 0: next is a sequence number of HomeMap.mint; else next is a small number, with so many to look at
 * </pre>
 *
 * @param next where the home continues
 * @param left how many {@link SmallNumbers} are left, those of other homes among them; 0 when numbers are minted
 */
record NumberLine(long next, long left) {
    private static final int BYTES = 2 * Long.BYTES;

    /** Begins at a random small number in the stretch of a partition's life. */
    static NumberLine small(SmallNumbers numbers, int life, SplittableRandom random) {
        long count = numbers.count(life);
        return new NumberLine(numbers.first(life) + random.nextLong(count), count);
    }

    /** Begins at a random minted number. */
    static NumberLine minted(HomeMap homes, SplittableRandom random) {
        return new NumberLine(random.nextLong(homes.mintable()), 0);
    }

    static NumberLine decode(byte[] body) {
        ByteBuffer in = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        return new NumberLine(in.getLong(), in.getLong());
    }

    byte[] encode() {
        return ByteBuffer.allocate(BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(next)
                .putLong(left)
                .array();
    }

    boolean isSmall() {
        return left > 0;
    }

    /**
     * How many steps yield about so many numbers: of all small numbers, one in as many as there are homes has this
     * home.
     */
    long steps(int numbers, HomeMap homes) {
        return isSmall() ? Math.min(left, (long) numbers * homes.partitions()) : numbers;
    }

    /** The position after so many steps. */
    NumberLine after(long steps, SmallNumbers numbers, HomeMap homes, SplittableRandom random) {
        if (!isSmall()) {
            return new NumberLine((next + steps) % homes.mintable(), 0);
        }
        return left == steps ? minted(homes, random) : new NumberLine(numbers.after(next, steps), left - steps);
    }

    /** The number after so many steps; a small one may have another home. */
    long number(long steps, SmallNumbers numbers, int partition, HomeMap homes) {
        return isSmall() ? numbers.after(next, steps) : homes.mint(partition, (next + steps) % homes.mintable());
    }
}
