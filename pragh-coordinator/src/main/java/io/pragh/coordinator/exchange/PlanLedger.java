package io.pragh.coordinator.exchange;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.Move;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The record of approved moves: a superset of the values that may live elsewhere than at home, for those who must find what lay on
 * a node that died. A hint, not the truth: a move may have failed, or been undone. One thread writes, any thread may read.
 */
// Layout: <root>/<term>-<plan> is a batch, its children are parts of at most BYTES_MAX, and its own bytes are the
// commit point,
// written last: a batch without bytes was never approved, and whoever wrote it has published nothing of it. A batch is
// recorded
// before its plan is published, so that no move can run that is not recorded.
//
// When there are many batches they are folded into one: the last move of every key, except those to nodes that are
// gone. The fold is
// committed before the old batches are removed; a crash in between leaves moves recorded twice, which a superset may.
// Beyond
// MOVES_MAX the oldest moves are given up, and the batch says that the record is no longer complete.
public final class PlanLedger {
    /** So many batches are kept before they are folded. */
    static final int BATCHES_MAX = 64;

    /** So many moves are kept, about 10 MB. */
    static final int MOVES_MAX = 1 << 20;

    private static final int MOVE_BYTES_MAX = 8 + 5 + 5;
    private static final int MOVE_BYTES_MIN = 8 + 1 + 1;
    private static final int PART_MOVES_MAX = (RecordCodec.PAYLOAD_MAX - 10) / MOVE_BYTES_MAX;

    /** Reading is begun again when a fold comes in between; folds are rarer than this by far. */
    private static final int READS_MAX = 8;

    private final RecordTree tree;
    private final String root;
    private int batchCount = -1;

    /** The ledger below a path. */
    public PlanLedger(RecordTree tree, String root) {
        this.tree = tree;
        this.root = root;
    }

    /**
     * What the ledger says.
     *
     * @param targets the node each value was last to move to, oldest first
     * @param complete whether that is all; if not, older moves have been given up
     */
    public record Contents(Map<Long, Integer> targets, boolean complete) {}

    /** Records a plan's moves; once this returns they are recorded. Two round trips and one per part of 29,000 moves. */
    public void append(long term, long plan, List<Move> moves) {
        if (!moves.isEmpty()) {
            write(nameOf(term, plan), term, plan, moves, true);
            batchCount += batchCount < 0 ? 0 : 1;
        }
    }

    /** Folds the batches into one when they have become many; {@code members} are the nodes that are not gone. */
    public void prune(long term, long plan, Set<Integer> members) {
        if (batchCount >= 0 && batchCount <= BATCHES_MAX) {
            return;
        }
        List<String> batches = tree.children(root);
        batchCount = batches.size();
        if (batchCount <= BATCHES_MAX) {
            return;
        }
        Contents all = read();
        List<Move> kept = new ArrayList<>();
        all.targets().forEach((key, node) -> {
            if (members.contains(node)) {
                kept.add(new Move(key, 0, node));
            }
        });
        int given = Math.max(0, kept.size() - MOVES_MAX);
        // sorts behind the batch of the same plan and before the next
        write(nameOf(term, plan) + "-fold", term, plan, kept.subList(given, kept.size()), all.complete() && given == 0);
        for (String batch : batches) {
            tree.delete(root + "/" + batch);
        }
        batchCount = 1;
    }

    /** Everything that is recorded now. One round trip per batch and part. */
    public Contents read() {
        for (int tries = 1; ; tries++) {
            List<String> batches = tree.children(root);
            Contents contents = read(batches);
            if (tree.children(root).containsAll(batches)) {
                return contents;
            }
            if (tries == READS_MAX) {
                throw new PraghException(
                        "the record of moves changes faster than it can be read: path=" + root, null, true);
            }
        }
    }

    private Contents read(List<String> batches) {
        Map<Long, Integer> targets = new LinkedHashMap<>();
        boolean complete = true;
        for (String batch : batches) {
            byte[] commit = tree.get(root + "/" + batch);
            if (commit == null || commit.length == 0) {
                continue; // never approved, or folded since
            }
            PayloadReader payload =
                    RecordCodec.open(RecordCodec.Kind.BATCH, commit).payload();
            int parts = payload.count(Integer.MAX_VALUE);
            complete &= payload.count(1) == 1;
            for (int part = 0; part < parts; part++) {
                readPart(batch, part, targets);
            }
        }
        return new Contents(targets, complete);
    }

    private void readPart(String batch, int part, Map<Long, Integer> targets) {
        byte[] bytes = tree.get(root + "/" + batch + "/" + part);
        if (bytes == null) {
            return; // folded since, so all will be read again
        }
        PayloadReader payload = RecordCodec.open(RecordCodec.Kind.MOVES, bytes).payload();
        int count = payload.countOf(MOVE_BYTES_MIN);
        for (int i = 0; i < count; i++) {
            long key = payload.word();
            payload.count();
            targets.remove(key); // the last move comes last
            targets.put(key, payload.count(Integer.MAX_VALUE));
        }
        payload.end();
    }

    private void write(String name, long term, long plan, List<Move> moves, boolean complete) {
        String batch = root + "/" + name;
        int parts = 0;
        for (int from = 0; from < moves.size(); from += PART_MOVES_MAX) {
            List<Move> part = moves.subList(from, Math.min(moves.size(), from + PART_MOVES_MAX));
            PayloadWriter payload = new PayloadWriter().count(part.size());
            for (Move move : part) {
                payload.word(move.key()).count(move.fromPartition()).count(move.toNode());
            }
            tree.put(batch + "/" + parts, RecordCodec.seal(RecordCodec.Kind.MOVES, term, parts, payload));
            parts++;
        }
        PayloadWriter commit = new PayloadWriter().count(parts).count(complete ? 1 : 0);
        tree.put(batch, RecordCodec.seal(RecordCodec.Kind.BATCH, term, plan, commit));
    }

    /** Names sort as the batches were written. */
    private static String nameOf(long term, long plan) {
        if (term < 0 || plan < 0) {
            throw new PraghException("terms and plans are counted from zero: term=" + term + " plan=" + plan);
        }
        return String.format("%019d-%019d", term, plan);
    }
}
