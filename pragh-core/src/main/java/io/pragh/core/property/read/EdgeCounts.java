package io.pragh.core.property.read;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListBlock;
import io.pragh.core.property.change.ElementRolls;
import io.pragh.core.property.change.ListChange;
import io.pragh.core.property.change.ListChanges;
import io.pragh.core.property.change.Scope;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntUnaryOperator;

/** Counts the entries of lists, and reads no more than the first word of each block. One thread. */
public final class EdgeCounts {
    private static final int HEAD_BYTES = AdjacencyList.IDS_OFFSET;
    /** The most chunks of several lists that are read together. */
    private static final int CHUNKS_TOGETHER = 4096;

    private final Scope scope;
    private final ListChanges changes;

    /** Counts in one transaction. */
    public EdgeCounts(Scope scope, ListChanges changes) {
        this.scope = scope;
        this.changes = changes;
    }

    /**
     * Counts the entries of each list. Cost: one batch of READs; for lists with chunks, one more for heads and one
     * for chunks.
     */
    public long[] counts(long[] keys) {
        return withOwn(keys, stored(keys, true));
    }

    /**
     * As {@link #counts}, for lists that have chunks or may have them. Cost: a batch of READs of whole heads, and one
     * for chunks.
     */
    long[] countsOfLong(long[] keys) {
        long[] counts = new long[keys.length];
        countWhole(keys, index -> index, counts, true);
        return withOwn(keys, counts);
    }

    private long[] withOwn(long[] keys, long[] counts) {
        for (int i = 0; i < keys.length; i++) {
            ListChange change = changes.find(keys[i]);
            if (change != null) {
                counts[i] = change.count(counts[i]);
            }
        }
        return counts;
    }

    /**
     * Counts the stored entries of each list; a caller that watches the roll of edges need not have them validated.
     */
    private long[] stored(long[] keys, boolean validated) {
        long[] counts = new long[keys.length];
        int[] places = new int[keys.length];
        int[] goOn = {0};
        read(keys, keys.length, HEAD_BYTES, validated, (index, region, body, bodyBytes) -> {
            if (AdjacencyList.chunks(region, body) > 0) {
                places[goOn[0]++] = index;
            } else {
                counts[index] = AdjacencyList.count(region, body);
            }
        });
        long[] longKeys = new long[goOn[0]];
        Arrays.setAll(longKeys, i -> keys[places[i]]);
        countWhole(longKeys, i -> places[i], counts, validated);
        return counts;
    }

    private void read(long[] keys, int count, int bytesMax, boolean validated, ValueVisitor visitor) {
        if (validated) {
            scope.transaction().read(keys, 0, count, bytesMax, visitor);
        } else {
            scope.transaction().navigate(keys, 0, count, bytesMax, visitor);
        }
    }

    /** Counts the entries in the heads and chunks of lists. */
    private void countWhole(long[] keys, IntUnaryOperator places, long[] counts, boolean validated) {
        if (keys.length == 0) {
            return; // most lists have no chunks
        }
        long[][] chunks = new long[keys.length][0];
        read(keys, keys.length, Integer.MAX_VALUE, validated, (index, region, body, bytes) -> {
            counts[places.applyAsInt(index)] = AdjacencyList.count(region, body);
            chunks[index] = ListBlock.chunkKeys(region, body);
        });
        int done = 0;
        while (done < keys.length) {
            done = addChunks(chunks, done, places, counts, validated);
        }
    }

    /**
     * Adds the entries in the chunks of lists from one on, as many as are read together; returns the index behind the
     * last of them.
     */
    private int addChunks(long[][] chunks, int from, IntUnaryOperator places, long[] counts, boolean validated) {
        int to = from;
        int all = 0;
        while (to < chunks.length && (to == from || all + chunks[to].length <= CHUNKS_TOGETHER)) {
            all += chunks[to++].length;
        }
        if (all == 0) {
            return to;
        }
        long[] keys = new long[all];
        int[] owners = new int[all];
        int at = 0;
        for (int list = from; list < to; list++) {
            System.arraycopy(chunks[list], 0, keys, at, chunks[list].length);
            Arrays.fill(owners, at, at + chunks[list].length, places.applyAsInt(list));
            at += chunks[list].length;
        }
        read(
                keys,
                all,
                HEAD_BYTES,
                validated,
                (index, region, body, bytes) -> counts[owners[index]] += AdjacencyList.count(region, body));
        return to;
    }

    /**
     * Counts all edges by the rolls of the homes of the vertices that they leave, with the transaction's own. Cost:
     * one batch of READs, and one for lists that this transaction has cleared; a walk over the lists of each
     * partition whose home has no count.
     */
    public long countAll() {
        HomeMap homes = scope.homes();
        long[] rolls = new long[homes.partitions()];
        Arrays.setAll(rolls, partition -> ElementRolls.edges(homes, partition));
        long[] members = scope.transaction().members(rolls);
        long sum = 0;
        for (int partition = 0; partition < rolls.length; partition++) {
            sum += members[partition] == Transaction.UNCOUNTED ? walk(partition) : members[partition];
        }
        long[] own = Arrays.stream(changes.keys())
                .filter(key -> GraphKey.direction(key) == GraphKey.OUT)
                .toArray();
        long[] cleared = Arrays.stream(own)
                .filter(key -> Objects.requireNonNull(changes.find(key)).isCleared())
                .toArray();
        for (long key : own) {
            sum += Objects.requireNonNull(changes.find(key)).count(0);
        }
        return sum - Arrays.stream(stored(cleared, true)).sum();
    }

    /** Counts the stored edges that leave vertices of a partition, list by list. */
    public long walk(int partition) {
        long sum = 0;
        KeyBatches batches = new KeyBatches(scope, partition, GraphKey.KIND_ADJACENCY);
        while (batches.hasNext()) {
            sum += Arrays.stream(stored(EdgeReads.outgoing(batches.next()), false))
                    .sum();
        }
        return sum;
    }
}
