package io.pragh.core.node;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.access.StoreReader;
import io.pragh.core.access.UpdateClient;
import io.pragh.core.address.GraphKey;
import io.pragh.core.api.StoreSession;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.UpdateOperation;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** One thread's door to a node: updates of keys whose home is here run on this thread, all others are sent. One thread. */
public final class NodeSession implements StoreSession {
    private final StoreReader reader;
    private final StoreNode store;
    private final UpdateClient client;
    private final Clock clock;
    private final long timeoutNanos;
    private final Runnable whileWaiting;
    private final Consumer<NodeSession> whenClosed;

    NodeSession(
            StoreReader reader,
            StoreNode store,
            UpdateClient client,
            Clock clock,
            long timeoutNanos,
            Runnable whileWaiting,
            Consumer<NodeSession> whenClosed) {
        this.reader = reader;
        this.store = store;
        this.client = client;
        this.clock = clock;
        this.timeoutNanos = timeoutNanos;
        this.whileWaiting = whileWaiting;
        this.whenClosed = whenClosed;
    }

    @Override
    public void read(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor) {
        reader.read(keys, from, count, bodyBytesMax, visitor);
    }

    @Override
    public UpdateResult update(Update update) {
        if (!store.isHome(update.key())) {
            return client.update(update);
        }
        Decision decision = new Decision();
        UpdateOperation operation = store.begin(update, decision);
        store.drive(operation);
        if (decision.code < 0) {
            await(decision, update);
        }
        return UpdateResult.of(decision.code);
    }

    private void await(Decision decision, Update update) {
        long began = clock.nanos();
        while (decision.code < 0) {
            whileWaiting.run();
            Thread.onSpinWait();
            if (clock.nanos() - began >= timeoutNanos) {
                throw new PraghException(
                        "the value's owner did not answer an update in time; it may have happened or not: key="
                                + GraphKey.show(update.key()),
                        null,
                        true);
            }
        }
    }

    /** What this session has read so far; read it from the session's thread, or accept numbers of a moment ago. */
    public ReadCounters counters() {
        return reader.counters();
    }

    UpdateClient client() {
        return client;
    }

    @Override
    public void close() {
        reader.close();
        whenClosed.accept(this);
    }

    private static final class Decision implements LongConsumer {
        private volatile int code = -1;

        @Override
        public void accept(long result) {
            code = (int) result;
        }
    }
}
