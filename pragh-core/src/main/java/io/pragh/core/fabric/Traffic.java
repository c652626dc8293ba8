package io.pragh.core.fabric;

/**
 * Counts of the operations and messages to one other node, by kind, however they ended. Immutable snapshot.
 *
 * @param reads READs
 * @param writes WRITEs
 * @param cas CAS operations, 8 bytes each
 * @param fetchAdds FETCH_ADD operations, 8 bytes each
 * @param readBytes bytes that READs asked for
 * @param writeBytes bytes of WRITEs
 * @param messages messages sent
 * @param messageBytes payload bytes of them
 */
public record Traffic(
        long reads,
        long writes,
        long cas,
        long fetchAdds,
        long readBytes,
        long writeBytes,
        long messages,
        long messageBytes) {
    /** All counts at zero. */
    public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0, 0, 0);

    /** The sum of both. */
    public Traffic plus(Traffic other) {
        return new Traffic(
                reads + other.reads,
                writes + other.writes,
                cas + other.cas,
                fetchAdds + other.fetchAdds,
                readBytes + other.readBytes,
                writeBytes + other.writeBytes,
                messages + other.messages,
                messageBytes + other.messageBytes);
    }

    /** The counts added since an earlier snapshot. */
    public Traffic since(Traffic earlier) {
        return new Traffic(
                reads - earlier.reads,
                writes - earlier.writes,
                cas - earlier.cas,
                fetchAdds - earlier.fetchAdds,
                readBytes - earlier.readBytes,
                writeBytes - earlier.writeBytes,
                messages - earlier.messages,
                messageBytes - earlier.messageBytes);
    }

    /** Bytes of all one-sided operations. */
    public long oneSidedBytes() {
        return readBytes + writeBytes + Long.BYTES * (cas + fetchAdds);
    }
}
