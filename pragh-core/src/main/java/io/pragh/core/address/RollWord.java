package io.pragh.core.address;

/**
 * The word of a roll, in the header of a partition: when a member came or went last. A roll is a set of keys of that partition, such as
 * the vertices of a label; a transaction that adds a member or removes one signs the roll, one that has looked for members watches it.
 *
 * <pre>
 *   63  62      61          0
 *   | 0 | signed | timestamp of the last change, or, while it is signed: the signature, 0 when there are several |
 * </pre>
 *
 * <p>Signed: a transaction that changes the members holds its keys, and is not over. Stateless.
 */
public final class RollWord {
    /** What a roll says that nobody knows anything of: a member may have come or gone at any time. */
    public static final long UNKNOWN = Long.MAX_VALUE;
    /** What a roll says that several have signed. */
    public static final long CROWDED = 1L << 62;

    private RollWord() {}

    /** What a roll says that one transaction has signed, and no other since. */
    public static long signed(long client, long sequence) {
        long name = Mix.mix(client & Mix.MASK) * 0x9E37_79B9_7F4A_7C15L ^ client ^ Long.rotateLeft(sequence, 20);
        long signature = name & CROWDED - 1;
        return CROWDED | (signature == 0 ? 1 : signature);
    }

    /** Whether nobody has signed. */
    public static boolean isFree(long word) {
        return (word & CROWDED) == 0;
    }

    /**
     * Whether a roll's word says that no member has come or gone but by whoever asks.
     *
     * @param expected the asker's snapshot; or, if it has signed, {@link #signed} by itself
     */
    public static boolean isUnchanged(long word, long expected) {
        return isFree(expected) ? isFree(word) && word <= expected : word == expected;
    }

    /** Whether a key is a roll's. */
    public static boolean isRoll(long key) {
        return GraphKey.kind(key) == GraphKey.KIND_ROLL;
    }
}
