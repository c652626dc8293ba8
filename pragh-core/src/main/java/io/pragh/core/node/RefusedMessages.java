package io.pragh.core.node;

import io.pragh.core.base.Clock;
import io.pragh.core.base.Seldom;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MalformedMessageException;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.WordReply;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Treats messages that a node does not understand: it counts them, logs one line per second at most, and tells the
 * sender of a request that it was refused, and why. Any thread.
 */
final class RefusedMessages {
    private static final System.Logger LOG = System.getLogger(RefusedMessages.class.getName());
    /** The time between two lines of the log, because a faulty sender sends many such messages. */
    static final long LOG_INTERVAL_NANOS = 1_000_000_000L;

    private final Fabric fabric;
    private final Clock clock;
    private final AtomicLong count = new AtomicLong();
    private final Seldom lines;

    RefusedMessages(Fabric fabric, Clock clock) {
        this.fabric = fabric;
        this.clock = clock;
        this.lines = new Seldom(LOG_INTERVAL_NANOS, clock.nanos());
    }

    /** The number of messages refused so far. */
    long count() {
        return count.get();
    }

    /** Refuses a message of a type that no part of the node knows. */
    void unknown(Message message) {
        refuse(message, "this node does not know messages of this type; do all nodes run one version?", null);
    }

    /** Refuses an invalid message. */
    void malformed(Message message, MalformedMessageException why) {
        refuse(message, String.valueOf(why.getMessage()), null);
    }

    /**
     * Refuses a message whose handling failed unexpectedly: an error of this node, which is logged with its stack
     * trace.
     */
    void unforeseen(Message message, RuntimeException thrown) {
        refuse(message, "this node could not make anything of it: " + thrown, thrown);
    }

    /** Drops a message from a number that is in no view, without an answer. */
    void stranger(Message message) {
        count(message, "its sender is no member", null);
    }

    private void refuse(Message message, String why, @Nullable RuntimeException thrown) {
        count(message, why, thrown);
        int reply = MessageType.replyTo(message.type());
        if (reply != MessageType.NONE) {
            fabric.send(new Message(
                    fabric.self(),
                    message.from(),
                    reply,
                    message.client(),
                    message.sequence(),
                    WordReply.failed("the request was refused: type=" + message.type() + " because " + why)));
        }
    }

    private void count(Message message, String why, @Nullable RuntimeException thrown) {
        long refused = count.incrementAndGet();
        if (lines.isDue(clock.nanos())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a message was refused: from={0} type={1} bytes={2} refused={3} node={4} because {5}",
                    message.from(),
                    message.type(),
                    message.payload().remaining(),
                    refused,
                    fabric.self(),
                    why);
            if (thrown != null) {
                LOG.log(System.Logger.Level.ERROR, "where its receiver failed: type=" + message.type(), thrown);
            }
        }
    }
}
