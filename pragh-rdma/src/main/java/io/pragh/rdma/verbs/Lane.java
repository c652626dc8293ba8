package io.pragh.rdma.verbs;

import com.ibm.disni.verbs.IbvCQ;
import com.ibm.disni.verbs.IbvWC;
import com.ibm.disni.verbs.SVCPollCq;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.Handshake;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A queue pair to one node, with a completion queue and memory of its own through which all bytes pass: so the card
 * needs no registration of the local memory that a caller's batch names, and never writes to it late. One thread,
 * that of its endpoint; its greetings come on the fabric's threads.
 */
// Operations are cut into pieces that are posted in their order, as many as the queue and the memory have room for;
// the rest waits. A reliable connection completes them in that order, so only the last one of each list that is
// posted reports (selective signalling), and its completion stands for all before it. The first failure ends the
// connection; operations under way behind it end UNREACHABLE.
final class Lane implements Connection.Owner, AutoCloseable {
    /** Pieces under way at a time; a power of two. */
    static final int DEPTH = 64;
    /** The longest piece. */
    static final int PIECE_BYTES_MAX = 32 << 10;

    private static final int RING_BYTES = 256 << 10;
    private static final int SLOT_MASK = DEPTH - 1;
    private static final int ACCESS_REFUSED = 10; // IBV_WC_REM_ACCESS_ERR
    /** A WRITE of so many bytes is one packet on every path: it takes effect as a whole or not at all. */
    private static final int PACKET_BYTES_MIN = 256;
    /** Entries of a segment table that are read at a time. */
    private static final int LOOKUP_MAX = 256;

    private static final int LOOKS_BETWEEN_CLOCKS = 64;

    private final VerbsFabric fabric;
    private final int node;
    private final Connection connection;
    private final IbvCQ completions;
    private final SVCPollCq poll;
    private final IbvWC[] done = new IbvWC[DEPTH];
    private final PinnedMemory memory;
    private final ByteBuffer ring;
    private final WorkList work;
    private final Piece[] pieces = new Piece[DEPTH];
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    /** Numbers of the oldest piece under way, and of the next one. */
    private int first;

    private int next;
    /** Bytes of the ring taken and given back so far. */
    private long taken;

    private long given;
    private boolean lookingUp;
    private boolean broken;
    private int idleLooks;
    private long movedNanos;

    /** An operation some of whose pieces are still to be posted. */
    private static final class Waiting {
        final Batch batch;
        final int op;
        final SegmentTable table;
        final Flight flight;
        int from;
        boolean lookedUp;

        Waiting(Batch batch, int op, SegmentTable table, Flight flight) {
            this.batch = batch;
            this.op = op;
            this.table = table;
            this.flight = flight;
        }
    }

    /** A piece under way, or a READ of a segment table, which belongs to no operation. */
    private static final class Piece {
        @Nullable
        Waiting of;

        @Nullable
        SegmentTable lookup;

        int from;
        int bytes;
        int place;
        long given;
        boolean last;
    }

    /** Calls a node; throws when it is known at once that there is no route. */
    Lane(VerbsFabric fabric, int node, InetSocketAddress where) throws IOException {
        this.fabric = fabric;
        this.node = node;
        Device device = fabric.device();
        this.completions = device.context().createCQ(null, DEPTH + Mailbox.BUFFERS_MAX, 0);
        for (int i = 0; i < DEPTH; i++) {
            done[i] = new IbvWC();
            pieces[i] = new Piece();
        }
        this.poll = completions.poll(done, DEPTH);
        this.memory = device.pin(Frame.allocate(RING_BYTES), Device.PRIVATE);
        this.ring = memory.bytes();
        this.work = new WorkList(DEPTH, memory);
        device.use();
        try {
            this.connection = fabric.connections().call(where, this, completions);
        } catch (IOException noWay) {
            release();
            throw noWay;
        }
    }

    int node() {
        return node;
    }

    /** Whether another endpoint can have it. */
    boolean isIdle() {
        return connection.isOpen() && !broken && first == next && waiting.isEmpty();
    }

    boolean isBroken() {
        return broken;
    }

    @Override
    public void connected(Connection to) {
        to.send(fabric.hello(node, Greeting.Purpose.OPERATIONS).frame());
    }

    @Override
    public void take(Connection from, ByteBuffer frame) {
        if (Frame.type(frame) == Frame.WELCOME) {
            from.opened();
            return;
        }
        String why = Handshake.reasonOf(frame);
        if (Frame.type(frame) == Frame.EXPELLED) {
            fabric.expelledBy(node);
        }
        from.lose(why);
    }

    @Override
    public void lost(Connection of, String why) {
        // the posting thread notices the loss
    }

    /** Takes an operation whose range lies in a segment that may exist; it is posted by {@link #flush}, or later. */
    void submit(Batch batch, int op, SegmentTable table, Flight flight) {
        flight.add();
        waiting.add(new Waiting(batch, op, table, flight));
    }

    /** Posts as many pieces as there is room for. */
    void flush() {
        if (connection.isOpen() && !broken) {
            while (!waiting.isEmpty() && !lookingUp && begin(waiting.element())) {
                waiting.remove();
            }
            if (!work.isEmpty()) {
                movedNanos = System.nanoTime();
                broken |= !work.post(connection);
            }
        }
    }

    /** Posts pieces of an operation; true when all are posted, or the operation has ended. */
    private boolean begin(Waiting of) {
        Batch batch = of.batch;
        int length = batch.length(of.op);
        if (!of.table.knows(batch.offset(of.op))) {
            return lookUp(of);
        }
        while (of.from < length) {
            int bytes = Math.min(length - of.from, PIECE_BYTES_MAX);
            int place = next - first == DEPTH ? -1 : reserve(bytes);
            if (place < 0) {
                return false;
            }
            Piece piece = pieces[next & SLOT_MASK];
            piece.of = of;
            piece.lookup = null;
            piece.from = of.from;
            piece.bytes = bytes;
            piece.place = place;
            piece.given = taken;
            piece.last = of.from + bytes == length;
            stage(batch, of.op, piece);
            long remote = of.table.addressOf(batch.offset(of.op)) + of.from;
            work.add(id(next++), batch, of.op, remote, of.table.keyOf(batch.offset(of.op)), place, bytes);
            of.from += bytes;
        }
        return true;
    }

    private long id(int number) {
        return connection.number() << Integer.SIZE | Integer.toUnsignedLong(number);
    }

    /** Reserves contiguous room in the ring; -1 when there is none now. */
    private int reserve(int bytes) {
        int at = (int) (taken % RING_BYTES);
        int skipped = at + bytes > RING_BYTES ? RING_BYTES - at : 0;
        if (taken + skipped + bytes - given > RING_BYTES) {
            return -1;
        }
        taken += skipped + bytes;
        return skipped > 0 ? 0 : at;
    }

    private void stage(Batch batch, int op, Piece piece) {
        if (batch.kind(op) == Batch.Kind.WRITE) {
            Region source = batch.region(op);
            if (source == null) {
                ring.putLong(piece.place, batch.operand(op));
            } else {
                long from = batch.localOffset(op) + piece.from;
                ring.put(piece.place, source.segment(from), source.index(from), piece.bytes);
            }
        }
    }

    /** Checks whether a segment was added that this node does not know yet; true when the operation has ended. */
    private boolean lookUp(Waiting of) {
        SegmentTable table = of.table;
        if (of.lookedUp || table.isComplete()) {
            end(of, OpStatus.OUT_OF_BOUNDS, 0);
            return true;
        }
        int entries = Math.min(table.segmentCountMax() - table.known(), LOOKUP_MAX);
        int bytes = Long.BYTES + entries * SegmentTable.ENTRY_BYTES;
        int place = DEPTH - (next - first) < 2 ? -1 : reserve(bytes);
        if (place < 0) {
            return false;
        }
        lookingUp = true;
        long entry = table.address() + SegmentTable.ENTRIES_OFFSET + (long) table.known() * SegmentTable.ENTRY_BYTES;
        lookUp(of, table.address() + SegmentTable.COUNT_OFFSET, place, Long.BYTES, false);
        lookUp(of, entry, place + Long.BYTES, bytes - Long.BYTES, true);
        return false;
    }

    private void lookUp(Waiting of, long remote, int place, int bytes, boolean last) {
        Piece piece = pieces[next & SLOT_MASK];
        piece.of = of;
        piece.lookup = of.table;
        piece.bytes = bytes;
        piece.place = place;
        piece.given = last ? taken : given;
        piece.last = last;
        work.addRead(id(next++), remote, of.table.key(), place, bytes);
    }

    /** Takes completions, and posts waiting pieces. */
    void progress() {
        if (first == next && waiting.isEmpty()) {
            return;
        }
        boolean over = broken || connection.isOver();
        int polled = first == next ? 0 : pollOnce();
        for (int i = 0; i < polled && !broken; i++) {
            if (done[i].getWr_id() >>> Integer.SIZE == connection.number()) {
                completed((int) done[i].getWr_id(), done[i].getStatus());
            }
        }
        if (over || broken || polled == 0 && isStuck()) {
            fail();
        } else {
            flush();
        }
    }

    private int pollOnce() {
        try {
            return poll.execute().getPolls();
        } catch (IOException failed) {
            throw new PraghException("an RDMA device failed: reason=" + failed, failed);
        }
    }

    /** Whether the peer has not answered for too long. */
    private boolean isStuck() {
        return first != next
                && ++idleLooks % LOOKS_BETWEEN_CLOCKS == 0
                && System.nanoTime() - movedNanos > fabric.settings().silenceNanos();
    }

    /** Completes all pieces up to this one; or all before it, if it has failed. */
    private void completed(int number, int status) {
        while (first - number < 0) {
            finish(pieces[first++ & SLOT_MASK]);
        }
        if (first != number) {
            return; // a later completion stood for it already
        }
        if (status == 0) {
            finish(pieces[first++ & SLOT_MASK]);
            movedNanos = System.nanoTime();
            return;
        }
        Piece piece = pieces[number & SLOT_MASK];
        Waiting of = piece.of;
        if (of != null && status == ACCESS_REFUSED && hasDoneNothing(of, piece)) {
            end(of, OpStatus.FENCED, 0);
        }
        broken = true;
    }

    /** Whether a refused operation has certainly had no effect. */
    private static boolean hasDoneNothing(Waiting of, Piece piece) {
        boolean wrote = of.batch.kind(of.op) == Batch.Kind.WRITE && piece.bytes > PACKET_BYTES_MIN;
        return piece.lookup != null || piece.from == 0 && !wrote;
    }

    private void finish(Piece piece) {
        given = piece.given;
        Waiting of = piece.of;
        piece.of = null;
        if (of == null) {
            return;
        }
        if (piece.lookup != null) {
            if (piece.last) {
                lookedUp(of, piece);
            }
            return;
        }
        Batch batch = of.batch;
        int op = of.op;
        long result = 0;
        Region target = batch.region(op);
        if (batch.kind(op) == Batch.Kind.READ && target != null) {
            long to = batch.localOffset(op) + piece.from;
            target.segment(to).put(target.index(to), ring, piece.place, piece.bytes);
        } else if (batch.kind(op) != Batch.Kind.WRITE) {
            result = ring.getLong(piece.place);
        }
        if (piece.last) {
            end(of, OpStatus.OK, result);
        }
    }

    private void lookedUp(Waiting of, Piece piece) {
        int count = (int) ring.getLong(piece.place - Long.BYTES);
        int known = of.table.known();
        int entries = Math.min(count - known, piece.bytes / SegmentTable.ENTRY_BYTES);
        for (int i = 0; i < entries; i++) {
            int at = piece.place + i * SegmentTable.ENTRY_BYTES;
            of.table.add(known + i, ring.getLong(at), ring.getLong(at + Long.BYTES));
        }
        of.lookedUp = of.table.known() >= count;
        lookingUp = false;
    }

    private static void end(Waiting of, OpStatus status, long result) {
        if (of.batch.status(of.op) == OpStatus.PENDING) {
            of.batch.end(of.op, status, result);
            of.flight.end();
        }
    }

    /** Ends everything: first the queue pair, so that no operation takes effect afterwards. */
    private void fail() {
        broken = true;
        fabric.connections().destroy(connection);
        while (first != next) {
            Piece piece = pieces[first++ & SLOT_MASK];
            if (piece.of != null && piece.lookup == null) {
                end(piece.of, OpStatus.UNREACHABLE, 0);
            }
            piece.of = null;
        }
        for (Waiting each : waiting) {
            end(each, each.from > 0 ? OpStatus.UNREACHABLE : fabric.refusal(node), 0);
        }
        waiting.clear();
    }

    /** Destroys the queue pair; operations under way end UNREACHABLE. */
    @Override
    public void close() {
        fail();
        release();
    }

    private void release() {
        try {
            completions.destroyCQ();
        } catch (IOException failed) {
            throw new PraghException("a completion queue cannot be given back: reason=" + failed, failed);
        }
        memory.close();
        fabric.device().leave();
    }
}
