package io.pragh.core.node;

import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.MessageHandler;
import io.pragh.core.protocol.MalformedMessageException;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Brings a message to whoever in the node it is for. Nothing that another node can send comes out of here as an exception: delivery is
 * also the upkeep's. What comes from a number that is no member's is dropped: a node that is expelled, or not known yet, and asks again.
 * Any thread.
 */
final class NodeMessages implements MessageHandler {
    private final List<Predicate<Message>> receivers;
    private final RefusedMessages refused;
    private final IntPredicate members;

    /** Asks each receiver in turn; one that returns false has not touched the message. */
    NodeMessages(List<Predicate<Message>> receivers, RefusedMessages refused, IntPredicate members) {
        this.members = members;
        this.receivers = receivers;
        this.refused = refused;
    }

    @Override
    public void handle(Message message) {
        if (!members.test(message.from())) {
            refused.stranger(message);
            return;
        }
        try {
            for (Predicate<Message> receiver : receivers) {
                if (receiver.test(message)) {
                    return;
                }
            }
            refused.unknown(message);
        } catch (MalformedMessageException malformed) {
            refused.malformed(message, malformed);
        } catch (RuntimeException unforeseen) {
            refused.unforeseen(message, unforeseen);
        }
    }
}
