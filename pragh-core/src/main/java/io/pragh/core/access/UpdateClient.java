package io.pragh.core.access;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.Waiting;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.UpdateRequest;
import io.pragh.core.protocol.WordReply;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * Sends updates to the homes of their keys and waits for the answers, one at a time; a message that is not answered is sent again,
 * and the home applies it once (h11). One thread, but for {@link #replied}.
 */
public final class UpdateClient {
    private static final long RESEND_NANOS = 100_000_000L;

    private final long clientId;
    private final Fabric fabric;
    private final Supplier<ClusterView> view;
    private final HomeMap homes;
    private final Clock clock;
    private final long timeoutNanos;
    private final Runnable whileWaiting;
    private long sequence;
    private volatile Answer answer = NONE;

    /** One object, so that an answer that comes late on another thread is never taken for half of the one waited for. */
    private record Answer(long sequence, long word, String reason) {}

    private static final Answer NONE = new Answer(0, 0, "");

    /** A client with an id that no other client has or ever had; {@code whileWaiting} runs again and again until the answer is there. */
    public UpdateClient(
            long clientId,
            Fabric fabric,
            Supplier<ClusterView> view,
            HomeMap homes,
            Clock clock,
            long timeoutNanos,
            Runnable whileWaiting) {
        this.clientId = clientId;
        this.fabric = fabric;
        this.view = view;
        this.homes = homes;
        this.clock = clock;
        this.timeoutNanos = timeoutNanos;
        this.whileWaiting = whileWaiting;
    }

    /** The client's id, by which answers find it. */
    public long clientId() {
        return clientId;
    }

    /** Runs an update at its home: one message and its reply. */
    public UpdateResult update(Update update) {
        sequence++;
        ByteBuffer payload = UpdateRequest.encode(sequence, update);
        int home = homes.home(update.key());
        long began = clock.nanos();
        long sent = began - RESEND_NANOS;
        while (true) {
            long nanos = clock.nanos();
            if (nanos - sent >= RESEND_NANOS) {
                int node = view.get().nodeOf(home);
                if (node != ClusterView.NOBODY) {
                    fabric.send(new Message(
                            fabric.self(), node, MessageType.UPDATE, clientId, sequence, 0, payload.duplicate()));
                }
                sent = nanos;
            }
            whileWaiting.run();
            Answer now = answer;
            if (now.sequence == sequence) {
                if (now.word >= 0) {
                    return UpdateResult.of(now.word);
                }
                if (now.word == WordReply.FAILED) {
                    throw new OperationFailedException(now.reason, null);
                }
                answer = NONE; // refused: that node is not the home any more; ask again when the view has changed
            }
            if (nanos - began >= timeoutNanos) {
                throw new PraghException(
                        "the key's home did not answer an update in time; it may have happened or not: key="
                                + GraphKey.show(update.key()) + " home=" + home,
                        null,
                        true);
            }
            Waiting.afterNanos(nanos - began);
        }
    }

    /** An answer has arrived; on the thread that delivers messages. */
    public void replied(Message reply) {
        answer = new Answer(reply.sequence(), WordReply.decode(reply.payload()), WordReply.reason(reply.payload()));
    }
}
