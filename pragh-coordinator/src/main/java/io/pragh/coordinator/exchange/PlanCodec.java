package io.pragh.coordinator.exchange;

import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.Move;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes and decodes a plan for one node. Moves keep their order, which is by gain.
 *
 * <pre>
 *   payload: plan number | node | moves | move … | watches | watch …       numbers of seven bits per byte
 *   move:    key (8 bytes) | from partition
 *   watch:   key (8 bytes) | on
 * </pre>
 *
 * <p>A plan that does not fit into one record becomes several, each a plan of its own with the same number: the moves
 * are independent. Stateless.
 */
public final class PlanCodec {
    private static final int ITEM_BYTES_MAX = 8 + 5;
    private static final int ITEM_BYTES_MIN = 8 + 1;

    /** Bound on moves and watches together, which always fit. */
    static final int ITEMS_MAX = (RecordCodec.PAYLOAD_MAX - 40) / ITEM_BYTES_MAX;

    private PlanCodec() {}

    /**
     * A plan as a node receives it.
     *
     * @param term of the coordinator that made it
     * @param serial counts the records sent to this node in that term
     * @param plan the plan, or a part of it
     */
    public record Sent(long term, long serial, MigrationPlan plan) {}

    /** Cuts a plan whose moves and watches are all for one node into pieces that fit into a record each. */
    static List<MigrationPlan> cut(MigrationPlan plan) {
        List<MigrationPlan> pieces = new ArrayList<>();
        int moves = plan.moves().size();
        int items = moves + plan.watches().size();
        for (int from = 0; from < items; from += ITEMS_MAX) {
            int to = Math.min(items, from + ITEMS_MAX);
            pieces.add(new MigrationPlan(
                    plan.number(),
                    plan.moves().subList(Math.min(from, moves), Math.min(to, moves)),
                    plan.watches().subList(Math.max(from, moves) - moves, Math.max(to, moves) - moves)));
        }
        return pieces;
    }

    /** One piece as a record. */
    static byte[] encode(int node, Sent piece) {
        PayloadWriter payload = new PayloadWriter();
        payload.count(piece.plan().number()).count(node);
        payload.count(piece.plan().moves().size());
        for (Move move : piece.plan().moves()) {
            payload.word(move.key()).count(move.fromPartition());
        }
        payload.count(piece.plan().watches().size());
        for (MigrationPlan.Watch watch : piece.plan().watches()) {
            payload.word(watch.key()).count(watch.on() ? 1 : 0);
        }
        return RecordCodec.seal(RecordCodec.Kind.PLAN, piece.term(), piece.serial(), payload);
    }

    /** The plan in a record; throws {@link io.pragh.core.base.PraghException} when the bytes are not one. */
    public static Sent decode(byte[] bytes) {
        RecordCodec.Opened record = RecordCodec.open(RecordCodec.Kind.PLAN, bytes);
        PayloadReader payload = record.payload();
        long number = payload.count();
        int node = payload.count(Integer.MAX_VALUE);
        int moveCount = payload.countOf(ITEM_BYTES_MIN);
        List<Move> moves = new ArrayList<>(moveCount);
        for (int i = 0; i < moveCount; i++) {
            moves.add(new Move(payload.word(), payload.count(Integer.MAX_VALUE), node));
        }
        int watchCount = payload.countOf(ITEM_BYTES_MIN);
        List<MigrationPlan.Watch> watches = new ArrayList<>(watchCount);
        for (int i = 0; i < watchCount; i++) {
            watches.add(new MigrationPlan.Watch(payload.word(), node, payload.count(1) == 1));
        }
        payload.end();
        return new Sent(record.source(), record.number(), new MigrationPlan(number, moves, watches));
    }
}
