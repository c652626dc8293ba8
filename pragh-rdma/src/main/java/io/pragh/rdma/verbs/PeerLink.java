package io.pragh.rdma.verbs;

import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.OpStatus;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.Handshake;
import io.pragh.rdma.wire.MalformedFrameException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * This node's connection for frames to one other node; calls the node repeatedly until it answers, and again after
 * the connection was lost. Frames come on one thread, calls are made by another; any thread may send.
 */
final class PeerLink implements Connection.Owner {
    private static final long PAUSE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long PAUSE_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);
    private static final int PINGS_PER_SILENCE = 4;

    private final VerbsFabric fabric;
    private final int node;
    private final LongAdder messagesLost = new LongAdder();
    private volatile boolean expelled;
    private volatile @Nullable Connection open;
    private volatile InetSocketAddress where;
    private volatile long heardNanos;
    /** The remaining fields are guarded by this. */
    private @Nullable Connection calling;

    private long nextCallNanos = System.nanoTime();
    private long pauseNanos = PAUSE_NANOS_MIN;
    private long pingedNanos;

    PeerLink(VerbsFabric fabric, int node, InetSocketAddress where) {
        this.fabric = fabric;
        this.node = node;
        this.where = where;
    }

    /** Sets the address at which the node is called from now on. */
    void meet(InetSocketAddress address) {
        where = address;
        look();
    }

    /** The node's address; an unresolved one is resolved again. */
    InetSocketAddress where() {
        return new InetSocketAddress(where.getHostString(), where.getPort());
    }

    boolean isOpen() {
        return open != null;
    }

    /** Status of an operation that cannot even be posted. */
    OpStatus refusal() {
        return expelled ? OpStatus.FENCED : OpStatus.UNREACHABLE;
    }

    boolean isExpelled() {
        return expelled;
    }

    /** Called when the peer has said that this node is expelled. */
    void expelled() {
        expelled = true;
    }

    /** Calls if it is due, and probes a silent peer. Called now and then, and after changes. */
    void look() {
        long now = System.nanoTime();
        Connection to = open;
        long silence = fabric.settings().silenceNanos();
        if (to != null) {
            if (now - heardNanos > silence) {
                to.lose("it does not answer: node=" + node);
            } else if (isTimeToPing(now, silence / PINGS_PER_SILENCE)) {
                to.send(Frame.bare(Frame.PING, 0));
            }
            return;
        }
        synchronized (this) {
            if (calling != null || expelled || fabric.isClosed() || now - nextCallNanos < 0) {
                return;
            }
            try {
                calling = fabric.connections().call(where(), this);
            } catch (IOException noWay) {
                callLater();
            }
        }
    }

    private synchronized boolean isTimeToPing(long now, long everyNanos) {
        if (now - pingedNanos < everyNanos) {
            return false;
        }
        pingedNanos = now;
        return true;
    }

    private void callLater() {
        nextCallNanos = System.nanoTime() + pauseNanos;
        pauseNanos = Math.min(2 * pauseNanos, PAUSE_NANOS_MAX);
    }

    @Override
    public void connected(Connection connection) {
        try {
            connection.mailbox().widen(connection);
            connection.send(fabric.hello(node, Greeting.Purpose.FRAMES).frame());
        } catch (IOException full) {
            connection.lose("no memory for frames: " + full.getMessage());
        }
    }

    @Override
    public void take(Connection connection, ByteBuffer frame) {
        heardNanos = System.nanoTime();
        switch (Frame.type(frame)) {
            case Frame.WELCOME -> {
                fabric.heardAll(node, Greeting.placesOf(frame));
                connection.opened();
                connection.mailbox().peerIsWide(connection);
                synchronized (this) {
                    pauseNanos = PAUSE_NANOS_MIN;
                }
                open = connection;
                if (connection.isOver()) {
                    open = null; // the loss may have been reported before
                }
            }
            case Frame.REFUSED -> refused(connection, frame);
            case Frame.EXPELLED -> {
                expelled = true;
                connection.send(Frame.bare(Frame.NOTICE_TAKEN, Frame.word(frame)));
                refused(connection, frame);
            }
            case Frame.NOTICE -> {
                fabric.heard(node, Greeting.Place.of(frame));
                connection.send(Frame.bare(Frame.NOTICE_TAKEN, Frame.word(frame)));
            }
            case Frame.PONG -> {
                // heard
            }
            default -> throw new MalformedFrameException("a listener does not send this: type=" + Frame.type(frame));
        }
    }

    private void refused(Connection connection, ByteBuffer frame) {
        VerbsFabric.notLetIn(node, Handshake.reasonOf(frame));
        if (!expelled) {
            connection.lose("this node was not let in");
        }
    }

    @Override
    public void lost(Connection connection, String why) {
        synchronized (this) {
            if (connection == open) {
                open = null;
            }
            calling = null;
            callLater();
        }
        fabric.connections().destroy(connection);
        fabric.lanes().drop(node);
    }

    /** Sends a message; it may be lost. */
    void send(Message message) {
        Connection to = open;
        if (to == null) {
            messagesLost.increment();
        } else {
            to.mailbox().send(to, message);
        }
    }
}
