package io.pragh.testkit;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One node's membership, controlled by a test: the views that it has learned of, and whether it is connected. Any
 * thread.
 */
public final class ScriptedMembership implements Membership {
    private final List<Consumer<ClusterView>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong asked = new AtomicLong();
    private volatile ClusterView view;
    private volatile boolean connected = true;
    private volatile LongSupplier confirmedNanosAgo = () -> 0;

    /** A member that knows this view. */
    public ScriptedMembership(ClusterView view) {
        this.view = view;
    }

    @Override
    public ClusterView view() {
        return view;
    }

    @Override
    public void onChange(Consumer<ClusterView> listener) {
        listeners.add(listener);
    }

    @Override
    public boolean connected() {
        boolean answer = connected;
        asked.incrementAndGet();
        return answer;
    }

    @Override
    public long confirmedNanosAgo() {
        return confirmedNanosAgo.getAsLong();
    }

    /**
     * Makes the keeper stop answering without notice; {@code askedNanosAgo} tells how long ago the last answered
     * request was made.
     */
    public void answersNoMore(LongSupplier askedNanosAgo) {
        confirmedNanosAgo = askedNanosAgo;
    }

    /** How often the node has asked whether it is connected. */
    public long asked() {
        return asked.get();
    }

    /** Disconnects the node; it learns of no later view until {@link #reconnect}. */
    public void disconnect() {
        connected = false;
    }

    /** Connects the node again, which first learns of the present view. */
    public void reconnect(ClusterView present) {
        change(present);
        connected = true;
    }

    /** The node learns of a later view. */
    public synchronized void change(ClusterView later) {
        if (later.epoch() > view.epoch()) {
            view = later;
            listeners.forEach(l -> l.accept(later));
        }
    }

    @Override
    public synchronized boolean handOver(int partition, int from, int to, long epoch) {
        if (!connected) {
            throw new PraghException("the keeper is out of reach", null, true);
        }
        if (view.epoch() != epoch || view.nodeOf(partition) != from) {
            return false;
        }
        change(view.handedOver(partition, to));
        return true;
    }

    @Override
    public void close() {
        listeners.clear();
    }
}
