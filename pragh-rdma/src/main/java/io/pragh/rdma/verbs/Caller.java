package io.pragh.rdma.verbs;

import io.pragh.core.fabric.Message;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.Handshake;
import io.pragh.rdma.wire.MalformedFrameException;
import io.pragh.rdma.wire.MessageAssembler;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A connection that another node has to this one. On the thread that takes in frames, unless a method says otherwise.
 */
final class Caller implements Connection.Owner {
    private final VerbsFabric fabric;
    private @Nullable MessageAssembler messages;
    private volatile Greeting.@Nullable Hello hello;
    private volatile @Nullable Connection connection;
    private volatile boolean gone;
    private volatile long noticesTaken;

    Caller(VerbsFabric fabric) {
        this.fabric = fabric;
    }

    /** Number of the caller, once it was let in. Any thread. */
    int from() {
        Greeting.Hello said = hello;
        return said == null ? -1 : said.from();
    }

    /** Epoch of the caller. Any thread. */
    long epoch() {
        Greeting.Hello said = hello;
        return said == null ? -1 : said.epoch();
    }

    /** Whether the connection carries frames, not one-sided operations. Any thread. */
    boolean isForFrames() {
        Greeting.Hello said = hello;
        return said != null && said.purpose() == Greeting.Purpose.FRAMES;
    }

    /** Whether the caller has acknowledged a notice, or is gone. Any thread. */
    boolean hasTaken(long notice) {
        return gone || noticesTaken >= notice;
    }

    /** Sends the caller a frame. Any thread. */
    void tell(ByteBuffer frame) {
        Connection to = connection;
        if (to != null) {
            to.send(frame);
        }
    }

    /** Destroys the queue pair: no operation that the caller has posted on it takes effect any more. Any thread. */
    void end() {
        gone = true;
        Connection of = connection;
        if (of != null) {
            fabric.connections().destroy(of);
        }
    }

    @Override
    public void connected(Connection made) {
        // the caller speaks first
    }

    @Override
    public void take(Connection from, ByteBuffer frame) {
        connection = from;
        if (hello == null) {
            greeted(from, Greeting.Hello.of(frame));
            return;
        }
        switch (Frame.type(frame)) {
            case Frame.MESSAGE -> {
                MessageAssembler assembler = messages;
                Message message = assembler == null ? null : assembler.take(frame);
                if (message != null) {
                    fabric.received(message);
                }
            }
            case Frame.NOTICE_TAKEN -> {
                noticesTaken = Frame.word(frame);
                fabric.callers().noticeTaken();
            }
            case Frame.PING -> from.send(Frame.bare(Frame.PONG, 0));
            default -> throw new MalformedFrameException("a caller does not send this: type=" + Frame.type(frame));
        }
    }

    private void greeted(Connection from, Greeting.Hello said) {
        String problem = fabric.problemWith(said);
        if (problem != null) {
            VerbsFabric.refused(said, problem);
            from.send(Handshake.refused(problem));
            return;
        }
        hello = said;
        if (said.purpose() == Greeting.Purpose.FRAMES) {
            messages = new MessageAssembler(said.from(), fabric.self());
            try {
                from.mailbox().widen(from);
                from.mailbox().peerIsWide(from);
            } catch (IOException full) {
                throw new MalformedFrameException("no memory for a caller's frames: " + full.getMessage());
            }
        }
        String expelled = fabric.callers().letIn(this, () -> {
            from.opened();
            from.send(Greeting.welcome(isForFrames() ? fabric.places() : java.util.List.of()));
        });
        if (expelled != null) {
            VerbsFabric.refused(said, expelled);
            from.send(Handshake.expelled(expelled));
        }
    }

    @Override
    public void lost(Connection lost, String why) {
        gone = true;
        fabric.callers().hungUp(this);
        fabric.connections().destroy(lost);
    }
}
