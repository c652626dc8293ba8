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
 * A queue pair that is about to be connected, is connected, or was. It carries frames by SEND, and one-sided
 * operations if its owner posts some. Any thread: posting and destruction exclude each other, so that no request is
 * posted to a queue pair that is gone.
 */
final class Connection {
    /** Progress of a connection. An event that does not fit the step ends the connection. */
    enum Step {
        /** The address is being resolved. */
        ADDRESS,
        /** The route is being resolved. */
        ROUTE,
        /** The peer was asked to connect. */
        ASKED,
        /** Frames can be sent; the handshake is under way. */
        CONNECTED,
        /** The peer has let this node in. */
        OPEN,
        /** The peer is out of reach, or hung up. Posting has no effect. */
        LOST,
        /** The queue pair is destroyed: no operation that either side has posted takes effect any more. */
        GONE
    }

    /** Receives the events of a connection: on the threads of the fabric, with no lock held. */
    interface Owner {
        /** The connection can send frames. */
        void connected(Connection connection);

        /** A frame came; it is invalid when this returns. */
        void take(Connection connection, ByteBuffer frame);

        /** The connection was lost before or after it was open, and is to be destroyed; called once. */
        void lost(Connection connection, String why);
    }

    private static final byte RETRIES = 7; // the greatest value of the field
    private static final byte RNR_RETRIES = 7; // unlimited: a slow receiver takes its time
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
     * @param sends completion queue of the requests that are posted to it
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

    /** Whether it is lost or gone. */
    boolean isOver() {
        Step now = step;
        return now == Step.LOST || now == Step.GONE;
    }

    /** Whether it is not open yet, but may become so. */
    boolean isComing() {
        return step.compareTo(Step.OPEN) < 0;
    }

    /** Starts to resolve an address. */
    void call(SocketAddress where) throws IOException {
        id.resolveAddr(null, where, ROUTE_MILLIS);
    }

    /** The address is resolved. */
    synchronized void addressFound() throws IOException {
        expect(Step.ADDRESS);
        step = Step.ROUTE;
        id.resolveRoute(ROUTE_MILLIS);
    }

    /** The route is resolved: asks the peer to connect. */
    synchronized void routeFound(int depth) throws IOException {
        expect(Step.ROUTE);
        step = Step.ASKED;
        createPair(depth);
        id.connect(parameters());
    }

    /** Accepts a peer that asks to connect. */
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

    /** Frames can be sent; false when that is known already. */
    synchronized boolean connected() {
        if (step != Step.ASKED) {
            return false;
        }
        step = Step.CONNECTED;
        return true;
    }

    /** The peer has let this node in, or this node the peer. */
    synchronized void opened() {
        if (step == Step.ASKED || step == Step.CONNECTED) {
            step = Step.OPEN;
        }
    }

    /** Posts work requests by one call; false when the connection is over, and nothing is posted. */
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

    /** Posts receive buffers; does nothing when the connection is over. */
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

    /** Sends a frame when there is room; the frame is lost when the connection is over. */
    void send(ByteBuffer frame) {
        mailbox.send(this, frame);
    }

    /** Ends the connection: requests under way are flushed, and the owner is called soon. */
    synchronized void lose(String reason) {
        if (!isOver()) {
            step = Step.LOST;
            why = reason.strip(); // DiSNI's library ends its sentences with a new line
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

    /**
     * The reason of the loss, returned once; null when the connection was not lost, or the reason was returned
     * before.
     */
    synchronized @Nullable String takeReason() {
        String reason = step == Step.LOST ? why : null;
        why = null;
        return reason;
    }

    /** Destroys the queue pair: no operation that either side has posted takes effect once this has returned. */
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
