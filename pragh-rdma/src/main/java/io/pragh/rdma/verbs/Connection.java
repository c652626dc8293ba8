package io.pragh.rdma.verbs;

import com.ibm.disni.verbs.IbvCQ;
import com.ibm.disni.verbs.IbvQP;
import com.ibm.disni.verbs.IbvQPInitAttr;
import com.ibm.disni.verbs.IbvRecvWR;
import com.ibm.disni.verbs.IbvSendWR;
import com.ibm.disni.verbs.RdmaCmId;
import com.ibm.disni.verbs.RdmaConnParam;
import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue pair that is connected to another one, or is about to be, or was. It carries frames by SEND, and one-sided operations if its
 * owner posts some. Any thread: whoever posts and whoever ends it exclude each other, so that nothing is posted to what is gone.
 */
final class Connection {
    /** How far it has come. A step that another one's event does not fit to ends it. */
    enum Step {
        /** The address is looked for. */
        ADDRESS,
        /** The way there is looked for. */
        ROUTE,
        /** The peer is asked. */
        ASKED,
        /** Frames can be sent; both sides get to know each other. */
        CONNECTED,
        /** The peer has let this node in. */
        OPEN,
        /** The peer is out of reach, or hung up. What is posted does nothing. */
        LOST,
        /** The queue pair is no more: nothing that either side has posted takes effect any more. */
        GONE
    }

    /** Who hears what becomes of a connection: on the threads of the fabric, with no lock held. */
    interface Owner {
        /** Frames can be sent. */
        void connected(Connection connection);

        /** A frame came; it is void when this returns. */
        void take(Connection connection, ByteBuffer frame);

        /** It was lost before or after it was open, and is to be taken away; told once. */
        void lost(Connection connection, String why);
    }

    private static final byte RETRIES = 7; // as often as can be said
    private static final byte RNR_RETRIES = 7; // without end: who is slow takes its time
    private static final int ROUTE_MILLIS = 2_000;

    private final long number;
    private final Device device;
    private final RdmaCmId id;
    private final Owner owner;
    private final IbvCQ sends;
    private final Mailbox mailbox;
    private final long deadlineNanos;
    private volatile Step step;
    private @Nullable IbvQP pair;
    private @Nullable String why;

    /**
     * A connection without a queue pair.
     *
     * @param sends where what is posted to it completes
     * @param mailbox takes its frames in
     * @param deadlineNanos when it must be open
     */
    Connection(long number, Device device, RdmaCmId id, Owner owner, IbvCQ sends, Mailbox mailbox, long deadlineNanos) {
        this.number = number;
        this.device = device;
        this.id = id;
        this.owner = owner;
        this.sends = sends;
        this.mailbox = mailbox;
        this.deadlineNanos = deadlineNanos;
        this.step = Step.ADDRESS;
    }

    long number() {
        return number;
    }

    Owner owner() {
        return owner;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    Step step() {
        return step;
    }

    boolean isOpen() {
        return step == Step.OPEN;
    }

    /** Whether it is of no use any more. */
    boolean isOver() {
        Step now = step;
        return now == Step.LOST || now == Step.GONE;
    }

    /** Whether it is not open yet, but may become so. */
    boolean isComing() {
        return step.compareTo(Step.OPEN) < 0;
    }

    /** Looks for the way to an address. */
    void call(SocketAddress where) throws IOException {
        id.resolveAddr(null, where, ROUTE_MILLIS);
    }

    /** The address is known. */
    synchronized void addressFound() throws IOException {
        expect(Step.ADDRESS);
        step = Step.ROUTE;
        id.resolveRoute(ROUTE_MILLIS);
    }

    /** The way is known: asks the peer. */
    synchronized void routeFound(int depth) throws IOException {
        expect(Step.ROUTE);
        step = Step.ASKED;
        createPair(depth);
        id.connect(parameters());
    }

    /** Answers a peer that asks. */
    synchronized void accept(int depth) throws IOException {
        step = Step.ASKED;
        createPair(depth);
        id.accept(parameters());
    }

    private void expect(Step expected) throws IOException {
        if (step != expected) {
            throw new IOException("an event of a connection comes at another time: step=" + step);
        }
    }

    private void createPair(int depth) throws IOException {
        IbvQPInitAttr wanted = new IbvQPInitAttr();
        wanted.cap().setMax_send_wr(depth);
        wanted.cap().setMax_recv_wr(Mailbox.BUFFERS_MAX);
        wanted.cap().setMax_send_sge(1);
        wanted.cap().setMax_recv_sge(1);
        wanted.setQp_type(IbvQP.IBV_QPT_RC);
        wanted.setSend_cq(sends);
        wanted.setRecv_cq(mailbox.completions());
        IbvQP made = id.createQP(device.domain(), wanted);
        pair = made;
        mailbox.open(this);
    }

    private static RdmaConnParam parameters() throws IOException {
        RdmaConnParam parameters = new RdmaConnParam();
        parameters.setRetry_count(RETRIES);
        parameters.setRnr_retry_count(RNR_RETRIES);
        return parameters;
    }

    /** Frames can be sent: false when that is known. */
    synchronized boolean connected() {
        if (step != Step.ASKED) {
            return false;
        }
        step = Step.CONNECTED;
        return true;
    }

    /** The peer has let this node in, or the other way round. */
    synchronized void opened() {
        if (step == Step.ASKED || step == Step.CONNECTED) {
            step = Step.OPEN;
        }
    }

    /** Posts work requests by one call; false when it is over, and nothing is posted. */
    synchronized boolean post(List<IbvSendWR> work) {
        IbvQP to = pair;
        if (to == null || isOver()) {
            return false;
        }
        try {
            to.postSend(work, null).execute().free();
            return true;
        } catch (IOException refused) {
            lose("work was refused: " + refused.getMessage());
            return false;
        }
    }

    /** Gives buffers to the card; does nothing when it is over. */
    synchronized void postReceive(List<IbvRecvWR> work) {
        IbvQP of = pair;
        if (of != null && !isOver()) {
            try {
                of.postRecv(work, null).execute().free();
            } catch (IOException refused) {
                lose("a buffer was refused: " + refused.getMessage());
            }
        }
    }

    /** Sends a frame, when there is room; lost when it is over. */
    void send(ByteBuffer frame) {
        mailbox.send(this, frame);
    }

    /** Nothing more comes of it: what is under way is flushed, and the owner hears of it soon. */
    synchronized void lose(String reason) {
        if (!isOver()) {
            step = Step.LOST;
            why = reason.strip(); // DiSNI's library ends its sentences by a new line
            disconnect();
        }
    }

    private void disconnect() {
        try {
            if (pair != null) {
                id.disconnect();
            }
        } catch (IOException failed) {
            throw new PraghException("an RDMA connection cannot be ended: reason=" + failed, failed);
        }
    }

    /** Why it was lost, once; null when it was not, or that was asked before. */
    synchronized @Nullable String takeReason() {
        String reason = step == Step.LOST ? why : null;
        why = null;
        return reason;
    }

    /** Takes the queue pair away: nothing that either side has posted takes effect once this has returned. */
    void destroy() {
        synchronized (this) {
            if (step == Step.GONE) {
                return;
            }
            if (step != Step.LOST) {
                disconnect();
            }
            step = Step.GONE;
            try {
                if (pair != null) {
                    id.destroyQP();
                }
                id.destroyId();
            } catch (IOException failed) {
                throw new PraghException("an RDMA connection cannot be given back: reason=" + failed, failed);
            }
        }
        mailbox.close();
    }

    RdmaCmId id() {
        return id;
    }
}
