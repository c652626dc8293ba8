package io.pragh.core.txn.home;

import io.pragh.core.api.Update;
import io.pragh.core.durable.DecisionRecord;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.MalformedMessageException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.LongToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A log record about one commit at homes of one node: the changes, enough to redo them; or that the record was taken
 * back. A third kind says up to which timestamp the outcomes of transactions are known. Immutable by agreement.
 *
 * <pre>
 *   0      1           9       11      13         17
 *   | kind | timestamp | parts | homes | claims 4 | parts, homes: partitions 2 … | key 8, updates 4 … per claim
 *   | operation 1 | first 8 | second 8 | length 4 | bytes … per update | client 8 | sequence 8 | coordinator 4: of several parts
 * </pre>
 *
 * @param kind {@link #COMMITTED}; {@link #TAKEN_BACK}: the earlier record for these homes does not count;
 *     {@link #HANDED_OVER}: the transaction has its part at the first home, and has ended; the home goes from the
 *     log of a node to that of another; or
 *     {@link #DECIDED}: the log up to here tells the outcome of all transactions of several parts with a W up to
 *     {@code timestamp}
 * @param timestamp W, which identifies the parts of one transaction
 * @param parts one partition for each part of the transaction, as its name; the transaction is committed when all
 *     parts are durable
 * @param homes the partitions of this part; the first is the name of the part
 * @param claims the changes, in the order of homes and keys, and the rolls that were signed
 * @param writer the commit's client and number, where other nodes may ask about it
 */
public record CommitRecord(
        int kind, long timestamp, List<Integer> parts, List<Integer> homes, List<Claim> claims, Writer writer) {
    /** Kind of a record of changes. */
    public static final int COMMITTED = 1;
    /** Kind of a record that takes an earlier one back. */
    public static final int TAKEN_BACK = 2;

    /** Kind of a record up to which outcomes are known. */
    public static final int DECIDED = 3;

    /** Kind of a record without changes of a committed transaction, which go with a partition to another log. */
    public static final int HANDED_OVER = 4;

    private static final int HEAD_BYTES = 17;
    private static final int WRITER_BYTES = 2 * Long.BYTES + Integer.BYTES;
    private static final int CLAIM_BYTES = Long.BYTES + Integer.BYTES;
    private static final int UPDATE_BYTES = 1 + 2 * Long.BYTES + Integer.BYTES;
    private static final int COUNT_MAX = 0xFFFF;

    /**
     * Identifies a commit.
     *
     * @param client the committing client
     * @param sequence the client's number of the commit
     * @param coordinator the node at which the client begins its commits
     */
    public record Writer(long client, long sequence, int coordinator) {
        /** For a commit of one part, about which no other node asks. */
        public static final Writer NONE = new Writer(0, 0, 0);
    }

    /** Creates a record of one part, about which no other node asks. */
    CommitRecord(int kind, long timestamp, List<Integer> parts, List<Integer> homes, List<Claim> claims) {
        this(kind, timestamp, parts, homes, claims, Writer.NONE);
    }

    /**
     * Creates a record that says that the log tells the outcome of all transactions of several parts up to a
     * timestamp.
     */
    public static CommitRecord decided(long timestamp) {
        return new CommitRecord(DECIDED, timestamp, List.of(), List.of(), List.of());
    }

    /** Creates a record for another log of a home's decision, which has made the transaction committed. */
    public static CommitRecord handedOver(DecisionRecord decision) {
        return new CommitRecord(
                HANDED_OVER,
                decision.timestamp(),
                decision.participants(),
                List.of(decision.home()),
                List.of(),
                new Writer(decision.client(), decision.sequence(), 0));
    }

    /** A record for another log of this part, which is known to be committed, without its changes. */
    public CommitRecord handedOver() {
        return new CommitRecord(HANDED_OVER, timestamp, parts, homes, List.of(), writer);
    }

    /** Creates a record of one written value, as a commit of its own. */
    public static CommitRecord written(long timestamp, int home, Update update) {
        Claim claim = new Claim(update.key(), 0, Claim.ANY, List.of(update));
        return new CommitRecord(COMMITTED, timestamp, List.of(home), List.of(home), List.of(claim));
    }

    /** The updates, in the order of the claims. */
    public Stream<Update> updates() {
        return claims.stream().flatMap(claim -> claim.updates().stream());
    }

    /**
     * The part of this record that concerns some homes, as a transaction of its own; null when it changed nothing
     * there. Only for a transaction that is known to be committed, at homes that are not read before all parts are
     * restored.
     *
     * @param homeOf the home of a key
     */
    public @Nullable CommitRecord only(IntPredicate some, LongToIntFunction homeOf) {
        List<Claim> done = claims.stream()
                .filter(claim -> some.test(homeOf.applyAsInt(claim.key())))
                .toList();
        if (done.isEmpty()) {
            return null;
        }
        List<Integer> here = homes.stream().filter(some::test).toList();
        return new CommitRecord(kind, timestamp, here.subList(0, 1), here, done);
    }

    /** A record that takes this one back. */
    public CommitRecord takenBack() {
        return new CommitRecord(TAKEN_BACK, timestamp, parts, homes, List.of(), writer);
    }

    /** The bytes of this record in the log. */
    public byte[] encode() {
        long bytes = HEAD_BYTES + (long) (parts.size() + homes.size()) * Short.BYTES + writerBytes(parts.size());
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
        if (parts.size() > 1) {
            out.putLong(writer.client).putLong(writer.sequence).putInt(writer.coordinator);
        }
        return out.array();
    }

    private static int writerBytes(int parts) {
        return parts > 1 ? WRITER_BYTES : 0;
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

    /** Decodes a record; throws {@link MalformedMessageException} for malformed bytes. */
    public static CommitRecord decode(ByteBuffer record) {
        ByteBuffer in = record.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        need(in, HEAD_BYTES);
        int kind = in.get();
        long timestamp = in.getLong();
        int parts = in.getShort() & COUNT_MAX;
        int homes = in.getShort() & COUNT_MAX;
        int claims = in.getInt();
        boolean known = kind == DECIDED
                || (kind == COMMITTED || kind == TAKEN_BACK || kind == HANDED_OVER) && parts > 0 && homes > 0;
        if (!known || timestamp < 0 || claims < 0) {
            throw new MalformedMessageException("a record of the log is none that is known: kind=" + kind);
        }
        need(in, (parts + homes) * Short.BYTES);
        List<Integer> all = partitions(in, parts);
        List<Integer> here = partitions(in, homes);
        List<Claim> done = claims(in, claims);
        need(in, writerBytes(parts));
        Writer writer = parts > 1 ? new Writer(in.getLong(), in.getLong(), in.getInt()) : Writer.NONE;
        return new CommitRecord(kind, timestamp, all, here, done, writer);
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
