package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Attempt;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.Placement;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.PraghException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Chooses, for one session, the blocks to which a transaction's appends to lists go. One thread. */
// An append may go to any block that the list's head names, as long as the list exists: chunks are only removed
// together with the whole list, and then an append to them finds nothing and fails. So the first attempt uses the
// last used block, without a read, until the session's own appends fill it. If an attempt finds a block full, because
// other transactions append too, the next one reads all its lists: the failure does not say which of them are full,
// and a transaction may change thousands. When there is no room, a separate transaction adds chunks, which are empty
// and so change nothing for readers.
final class ListPlacement implements Placement {
    /**
     * The most blocks to which one transaction appends in one list: 4.1 million narrow entries, 2 million with narrow
     * edge ids.
     */
    static final int BLOCKS_MAX = 1024;

    /**
     * How many lists a session remembers the last used block of; only lists with chunks, or with a long head, are
     * remembered.
     */
    static final int TAILS_MAX = 4096;
    /** The least length with which a head is remembered: for a smaller one, knowing it saves nothing. */
    private static final int REMEMBERED_BYTES = AdjacencyList.BLOCK_BYTES_MAX / 4;

    private static final int LOOK_BACK = 16;
    private static final int LOOKS_MAX = 64;
    /** The least free space with which a block before the last one gets entries. */
    private static final int WORTHWHILE_BYTES = AdjacencyList.BLOCK_BYTES_MAX / 4;

    private static final byte[] EMPTY = ListBodies.of(new long[0], 0, 0, new long[0]);

    private final TransactionSource session;
    private final HomeMap homes;
    private final SplittableRandom chunkIds;
    private final Map<Long, Tail> tails = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Tail> eldest) {
            return size() > TAILS_MAX;
        }
    };

    /** The last used block of a list, and its shape unless another transaction has changed it. */
    private record Tail(long block, BlockShape shape) {
        Tail with(ListEntries entries, int from, int to) {
            return new Tail(block, entries.with(from, to, shape));
        }
    }

    ListPlacement(TransactionSource session, HomeMap homes, long seed) {
        this.session = session;
        this.homes = homes;
        this.chunkIds = new SplittableRandom(seed);
    }

    @Override
    public boolean places(Update update) {
        return ListOperations.appendsAll(update.operation()) && hasParts(update.key())
                || update.operation() == ListOperations.TAKE_BACK;
    }

    @Override
    public List<Update> place(long key, List<Update> updates, Attempt attempt) {
        boolean first = attempt == Attempt.FIRST;
        if (first && updates.size() == 1 && tails.get(key) == null && EntryBytes.fitOneBlock(updates.get(0))) {
            return updates; // nothing is known of the list; its head has room, or the owner answers that it has not
        }
        ListEntries entries = ListEntries.pending(updates);
        if (entries.size() == 0) {
            return List.of();
        }
        if (attempt == Attempt.CAUTIOUS) {
            entries.settle();
        }
        if (entries.anyMustBeAlone()) {
            return List.of(entries.appendTo(
                    key, 0, entries.size())); // only the head can verify that; if it is full, the commit conflicts
        }
        int blocks = entries.blocks(0);
        if (blocks > BLOCKS_MAX) {
            throw new PraghException("one transaction appends too much to one list; commit more often: key="
                    + GraphKey.show(key) + " entries=" + entries.size() + " blocks=" + blocks + " most=" + BLOCKS_MAX);
        }
        if (first && blocks == 1) {
            Tail tail = tails.get(key);
            Tail filled = tail == null ? null : tail.with(entries, 0, entries.size());
            if (filled == null || filled.shape.fits()) {
                remember(key, filled);
                return List.of(entries.appendTo(filled == null ? key : filled.block, 0, entries.size()));
            }
        }
        return spread(key, entries, blocks);
    }

    private void remember(long key, @Nullable Tail tail) {
        if (tail != null && (tail.block != key || tail.shape.bytes(0) >= REMEMBERED_BYTES)) {
            tails.put(key, tail);
        } else {
            tails.remove(key); // it may belong to a list that was deleted since
        }
    }

    private List<Update> spread(long key, ListEntries entries, int blocks) {
        for (int looks = 0; looks < LOOKS_MAX; looks++) {
            Filling filling = new Filling(entries);
            ListBlock head;
            try (Transaction now = session.begin(TransactionOptions.DEFAULT.reading())) {
                head = ListBlock.head(now, key, false);
                fill(now, key, head, blocks, filling);
            }
            if (filling.isDone()) {
                remember(key, filling.tail);
                return filling.placed;
            }
            addChunks(key, head, entries.blocks(filling.at));
        }
        throw new ConflictException(
                "others fill a list faster than chunks are added; nothing happened, run it again: key="
                        + GraphKey.show(key));
    }

    /** Distributes entries over the blocks that have room. */
    private static void fill(Transaction now, long key, ListBlock head, int blocks, Filling filling) {
        if (head.chunkIds.length == 0) {
            filling.fill(key, head);
            return;
        }
        long[] keys = head.chunkKeys();
        int from = Math.max(0, keys.length - LOOK_BACK - blocks);
        ListBlock[] chunks = ListBlock.read(now, keys, from, keys.length - from, false);
        for (int i = 0; i < chunks.length && !filling.isDone(); i++) {
            boolean isLast = i == chunks.length - 1;
            if (chunks[i].found && (isLast || chunks[i].freeBytes() >= WORTHWHILE_BYTES)) {
                filling.fill(keys[from + i], chunks[i]);
            }
        }
    }

    /** The distribution of entries over blocks, in order. One thread. */
    private static final class Filling {
        final List<Update> placed = new ArrayList<>();
        private final ListEntries entries;
        /** Index behind the last entry that has a block. */
        int at;
        /** The last block that got entries. */
        @Nullable
        Tail tail;

        Filling(ListEntries entries) {
            this.entries = entries;
        }

        boolean isDone() {
            return at == entries.size();
        }

        /** Assigns as many entries to a block as fit. */
        void fill(long block, ListBlock now) {
            int to = entries.fit(at, now.shape());
            if (to > at) {
                placed.add(entries.appendTo(block, at, to));
                tail = new Tail(block, now.shape()).with(entries, at, to);
                at = to;
            }
        }
    }

    /** Adds empty chunks, unless another transaction has added some since {@code head} was read. */
    private void addChunks(long key, ListBlock head, int count) {
        try (Transaction system = session.begin()) {
            if (!head.found) {
                system.update(ListOperations.insert(key, EMPTY));
            }
            for (int i = 0; i < count; i++) {
                long id = homes.mint(homes.home(key), chunkIds.nextLong(homes.mintable()));
                system.update(ListOperations.insert(ListBlock.chunkKey(id), EMPTY));
                system.update(ListOperations.addChunk(key, id, head.chunkIds.length + i));
            }
            system.commit();
        } catch (UpdateRefusedException refused) {
            if (refused.result() != UpdateResult.PRECONDITION_FAILED) { // or another was faster, or has the chunk's id
                throw refused;
            }
        } catch (ConflictException busy) {
            // other transactions have held the list for long, and may have made room
        }
    }

    @Override
    public boolean hasParts(long key) {
        int kind = GraphKey.kind(key);
        return kind == GraphKey.KIND_ADJACENCY || kind == GraphKey.KIND_INDEX;
    }

    @Override
    public boolean keepsParts(Update update) {
        int operation = update.operation();
        return places(update)
                || operation == ListOperations.TAKE
                || operation == ListOperations.TAKE_ALL
                || operation == ListOperations.CONTAINS
                || operation == ListOperations.REMOVE
                || operation == ListOperations.APPEND
                || ListOperations.appendsAll(operation);
    }

    @Override
    public long @Nullable [] addedParts(byte[] then, byte[] now) {
        int same = then.length == 0 ? AdjacencyList.IDS_OFFSET : then.length;
        boolean grown = now.length > same
                && count(now) == (then.length == 0 ? 0 : count(then))
                && (then.length == 0 || flags(now) == flags(then))
                && (then.length == 0
                        || Arrays.equals(then, AdjacencyList.IDS_OFFSET, same, now, AdjacencyList.IDS_OFFSET, same));
        if (!grown) {
            return null;
        }
        ByteBuffer ids = ByteBuffer.wrap(now, same, now.length - same).order(ByteOrder.LITTLE_ENDIAN);
        long[] added = new long[ids.remaining() / Long.BYTES];
        for (int i = 0; i < added.length; i++) {
            added[i] = ListBlock.chunkKey(ids.getLong());
        }
        return added;
    }

    @Override
    public boolean isEmpty(byte[] part) {
        return part.length > 0 && count(part) == 0;
    }

    private static int count(byte[] body) {
        return ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).getInt(AdjacencyList.COUNT_OFFSET);
    }

    private static int flags(byte[] body) {
        return ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).getShort(AdjacencyList.SHAPE_OFFSET);
    }
}
