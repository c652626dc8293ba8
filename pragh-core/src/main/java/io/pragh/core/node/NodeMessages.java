package io.pragh.core.node;

import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.MessageHandler;
import io.pragh.core.protocol.MalformedMessageException;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Dispatches a message to the part of the node that handles it. No message of another node makes this throw, because
 * the upkeep delivers messages as well. A message from a number that is no member's is dropped: its sender was
 * expelled, or is not known yet and will ask again. Any thread.
 */
final class NodeMessages implements MessageHandler {
    private final List<Predicate<Message>> receivers;
    private final RefusedMessages refused;
    private final IntPredicate members;

    /** Offers each message to the receivers in turn; a receiver that returns false has not consumed it. */
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
