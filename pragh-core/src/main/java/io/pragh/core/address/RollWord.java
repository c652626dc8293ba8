package io.pragh.core.address;

/**
 * The word of a roll, in the header of a partition: the time of the last change of the roll's membership. A roll is a
 * set of keys of that partition, such as the vertices of a label. A transaction that adds or removes a member signs
 * the roll; a transaction that has looked for members watches it.
 *
 * <pre>
 *   63  62      61          0
 *   | 0 | signed | timestamp of the last change, or, while it is signed: the signature, 0 when there are several |
 * </pre>
 *
 * <p>Signed: a transaction that changes the members holds its keys and is not finished. Stateless.
 */
public final class RollWord {
    /** The word of a roll whose history is unknown: its members may have changed at any time. */
    public static final long UNKNOWN = Long.MAX_VALUE;
    /** The word of a roll that several transactions have signed. */
    public static final long CROWDED = 1L << 62;

    private RollWord() {}

    /** The word of a roll that one transaction has signed, and no other since. */
    public static long signed(long client, long sequence) {
        long name = Mix.mix(client & Mix.MASK) * 0x9E37_79B9_7F4A_7C15L ^ client ^ Long.rotateLeft(sequence, 20);
        long signature = name & CROWDED - 1;
        return CROWDED | (signature == 0 ? 1 : signature);
    }

    /** Whether no transaction has signed the roll. */
    public static boolean isFree(long word) {
        return (word & CROWDED) == 0;
    }

    /**
     * Whether a roll's word shows that no transaction but the caller's own has changed the members.
     *
     * @param expected the caller's snapshot, or the caller's own {@link #signed} word if it has signed
     */
    public static boolean isUnchanged(long word, long expected) {
        return isFree(expected) ? isFree(word) && word <= expected : word == expected;
    }

    /** Whether a key is the key of a roll. */
    public static boolean isRoll(long key) {
        return GraphKey.kind(key) == GraphKey.KIND_ROLL;
    }
}
