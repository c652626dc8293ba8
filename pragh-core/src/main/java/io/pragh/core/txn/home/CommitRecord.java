package io.pragh.core.txn.home;

import io.pragh.core.api.Update;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.MalformedMessageException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * What homes of one node have done in a commit, for the log: enough to do it again. Immutable by agreement.
 *
 * <pre>
 *   0      1           9       11      13         17
 *   | kind | timestamp | parts | homes | claims 4 | parts, homes: partitions 2 … | key 8, updates 4 … per claim
 *   | operation 1 | first 8 | second 8 | length 4 | bytes … per update
 * </pre>
 *
 * @param kind {@link #COMMITTED}, or {@link #TAKEN_BACK}: what was written for these homes before does not count
 * @param timestamp W, by which the parts of one transaction are known
 * @param parts partitions that the parts of the transaction are known by; it is committed when the last of them is durable
 * @param homes the partitions whose part this is; the first is what the part is known by
 * @param claims what was done, in the order of homes and keys, and the rolls that were signed
 */
public record CommitRecord(int kind, long timestamp, List<Integer> parts, List<Integer> homes, List<Claim> claims) {
    /** Kind of a record of what was done. */
    public static final int COMMITTED = 1;
    /** Kind of a record that takes one back. */
    public static final int TAKEN_BACK = 2;

    private static final int HEAD_BYTES = 17;
    private static final int CLAIM_BYTES = Long.BYTES + Integer.BYTES;
    private static final int UPDATE_BYTES = 1 + 2 * Long.BYTES + Integer.BYTES;
    private static final int COUNT_MAX = 0xFFFF;

    /** As the log keeps it. */
    byte[] encode() {
        long bytes = HEAD_BYTES + (long) (parts.size() + homes.size()) * Short.BYTES;
        for (Claim claim : claims) {
            bytes += CLAIM_BYTES;
            for (Update update : claim.updates()) {
                bytes += UPDATE_BYTES + update.bytes().length;
            }
        }
        ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(bytes)).order(ByteOrder.LITTLE_ENDIAN);
        out.put((byte) kind)
                .putLong(timestamp)
                .putShort((short) parts.size())
                .putShort((short) homes.size())
                .putInt(claims.size());
        parts.forEach(part -> out.putShort(part.shortValue()));
        homes.forEach(home -> out.putShort(home.shortValue()));
        claims.forEach(claim -> put(claim, out));
        return out.array();
    }

    private static void put(Claim claim, ByteBuffer out) {
        out.putLong(claim.key()).putInt(claim.updates().size());
        for (Update update : claim.updates()) {
            out.put((byte) update.operation())
                    .putLong(update.first())
                    .putLong(update.second())
                    .putInt(update.bytes().length)
                    .put(update.bytes());
        }
    }

    /** The record of some bytes; throws {@link MalformedMessageException} when they are none. */
    public static CommitRecord decode(ByteBuffer record) {
        ByteBuffer in = record.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        need(in, HEAD_BYTES);
        int kind = in.get();
        long timestamp = in.getLong();
        int parts = in.getShort() & COUNT_MAX;
        int homes = in.getShort() & COUNT_MAX;
        int claims = in.getInt();
        if (kind != COMMITTED && kind != TAKEN_BACK || timestamp < 0 || parts == 0 || homes == 0 || claims < 0) {
            throw new MalformedMessageException("a record of the log is none that is known: kind=" + kind);
        }
        need(in, (parts + homes) * Short.BYTES);
        return new CommitRecord(kind, timestamp, partitions(in, parts), partitions(in, homes), claims(in, claims));
    }

    private static List<Integer> partitions(ByteBuffer in, int count) {
        List<Integer> partitions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            partitions.add(in.getShort() & COUNT_MAX);
        }
        return List.copyOf(partitions);
    }

    private static List<Claim> claims(ByteBuffer in, int count) {
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            need(in, CLAIM_BYTES);
            long key = in.getLong();
            int updates = in.getInt();
            need(in, updates < 0 ? -1 : 0);
            List<Update> list = new ArrayList<>();
            for (int j = 0; j < updates; j++) {
                need(in, UPDATE_BYTES);
                int operation = in.get() & 0xFF;
                long first = in.getLong();
                long second = in.getLong();
                byte[] bytes = new byte[need(in, in.getInt())];
                in.get(bytes);
                list.add(new Update(operation, key, first, second, bytes));
            }
            claims.add(new Claim(key, 0, Claim.ANY, list));
        }
        return claims;
    }

    private static int need(ByteBuffer in, int bytes) {
        if (bytes < 0 || in.remaining() < bytes) {
            throw new MalformedMessageException(
                    "a record of the log is cut short: bytes=" + in.remaining() + " needed=" + bytes);
        }
        return bytes;
    }
}
