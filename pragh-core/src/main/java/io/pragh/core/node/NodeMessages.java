package io.pragh.core.node;

import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.MessageHandler;
import io.pragh.core.protocol.MalformedMessageException;
import java.util.List;
import java.util.function.Predicate;

/**
 * Brings a message to whoever in the node it is for. Nothing that another node can send comes out of here as an exception: delivery is
 * also the upkeep's. Any thread.
 */
final class NodeMessages implements MessageHandler {
    private final List<Predicate<Message>> receivers;
    private final RefusedMessages refused;

    /** Asks each receiver in turn; one that returns false has not touched the message. */
    NodeMessages(List<Predicate<Message>> receivers, RefusedMessages refused) {
        this.receivers = receivers;
        this.refused = refused;
    }

    @Override
    public void handle(Message message) {
        try {
            for (Predicate<Message> receiver : receivers) {
                if (receiver.test(message)) {
                    return;
                }
            }
            refused.unknown(message);
        } catch (MalformedMessageException malformed) {
            refused.malformed(message, malformed);
        }
    }
}
