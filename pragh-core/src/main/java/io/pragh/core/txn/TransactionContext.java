package io.pragh.core.txn;

import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.Update;
import io.pragh.core.base.PraghException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that a transaction knows; no tie to a thread or a node. The snapshot is kept open by the node that began it. One thread.
 *
 * <pre>
 *   0           8       12         16
 *   | timestamp | level | reads    | (key, version) … | writes | (key, first, second, operation, length, bytes) …
 * </pre>
 */
final class TransactionContext {
    private static final int LOCK_READS = 1 << 8;
    private static final int READ_ONLY = 1 << 9;

    final TransactionOptions options;
    /** R. */
    long timestamp;

    final ReadSet reads;
    /** Updates by key, in ascending order of keys. */
    final SortedMap<Long, List<Update>> writes;

    TransactionContext(TransactionOptions options, long timestamp) {
        this.options = options;
        this.timestamp = timestamp;
        this.reads = options.readOnly() ? ReadSet.EMPTY : new ReadSet();
        this.writes = options.readOnly() ? Collections.emptySortedMap() : new TreeMap<>(Long::compareUnsigned);
    }

    void add(Update update) {
        writes.computeIfAbsent(update.key(), k -> new ArrayList<>()).add(update);
    }

    List<Update> updates(long key) {
        return Collections.unmodifiableList(writes.getOrDefault(key, List.of()));
    }

    byte[] encode() {
        long[] keys = reads.keys();
        int bytes = 24 + keys.length * 16;
        int count = 0;
        for (List<Update> updates : writes.values()) {
            for (Update update : updates) {
                bytes += 32 + update.bytes().length;
                count++;
            }
        }
        IsolationLevel level = options.level();
        int flags = (options.lockReads() ? LOCK_READS : 0) | (options.readOnly() ? READ_ONLY : 0);
        ByteBuffer out = ByteBuffer.allocate(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(timestamp)
                .putInt(codeOf(level) | flags)
                .putInt(keys.length);
        for (long key : keys) {
            out.putLong(key).putLong(reads.version(key, 0));
        }
        out.putInt(count);
        for (List<Update> updates : writes.values()) {
            for (Update update : updates) {
                out.putLong(update.key())
                        .putLong(update.first())
                        .putLong(update.second())
                        .putInt(update.operation())
                        .putInt(update.bytes().length)
                        .put(update.bytes());
            }
        }
        return java.util.Arrays.copyOf(out.array(), out.position());
    }

    static TransactionContext decode(byte[] bytes) {
        try {
            ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            long timestamp = in.getLong();
            int shape = in.getInt();
            TransactionOptions options =
                    new TransactionOptions(levelOf(shape & 0xFF), (shape & READ_ONLY) != 0, (shape & LOCK_READS) != 0);
            TransactionContext context = new TransactionContext(options, timestamp);
            for (int i = in.getInt(); i > 0; i--) {
                context.reads.put(in.getLong(), in.getLong());
            }
            for (int i = in.getInt(); i > 0; i--) {
                long key = in.getLong();
                long first = in.getLong();
                long second = in.getLong();
                int operation = in.getInt();
                int length = in.getInt();
                if (length < 0 || length > in.remaining()) {
                    throw new BufferUnderflowException(); // before there is an array
                }
                byte[] argument = new byte[length];
                in.get(argument);
                context.add(new Update(operation, key, first, second, argument));
            }
            return context;
        } catch (BufferUnderflowException cut) {
            throw new PraghException("the bytes are no transaction's context: bytes=" + bytes.length, cut);
        }
    }

    private static int codeOf(IsolationLevel level) {
        return switch (level) {
            case STRICT_SERIALIZABLE -> 0;
            case SERIALIZABLE_CACHED -> 1;
            case SNAPSHOT -> 2;
        };
    }

    private static IsolationLevel levelOf(int code) {
        return switch (code) {
            case 0 -> IsolationLevel.STRICT_SERIALIZABLE;
            case 1 -> IsolationLevel.SERIALIZABLE_CACHED;
            case 2 -> IsolationLevel.SNAPSHOT;
            default -> throw new PraghException("no isolation level has this code: code=" + code);
        };
    }
}
