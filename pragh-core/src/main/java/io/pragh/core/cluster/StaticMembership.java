package io.pragh.core.cluster;

import io.pragh.core.base.PraghException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A membership whose view the program sets: for one process, embedded use and tests. Any thread. */
public final class StaticMembership implements Membership {
    private final List<Consumer<ClusterView>> listeners = new CopyOnWriteArrayList<>();
    private final boolean alone;
    private volatile ClusterView view;

    /** Starts with one view. */
    public StaticMembership(ClusterView view) {
        this(view, false);
    }

    private StaticMembership(ClusterView view, boolean alone) {
        this.view = view;
        this.alone = alone;
    }

    /** The membership of a node that is always the only member. */
    public static StaticMembership alone(int partitions) {
        return new StaticMembership(ClusterView.inTurn(1, partitions), true);
    }

    /** The membership of a node that is always the only member and serves some partitions of a graph. */
    public static StaticMembership alone(ClusterView view) {
        return new StaticMembership(view, true);
    }

    @Override
    public boolean isAloneForGood() {
        return alone;
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
        return true;
    }

    /** Replaces the view by a later one and tells every listener, on the calling thread. */
    public synchronized void change(ClusterView later) {
        if (alone) {
            throw new PraghException("a node that was started to be alone stays so: members=" + later.members());
        }
        if (later.epoch() > view.epoch()) {
            view = later;
            listeners.forEach(l -> l.accept(later));
        }
    }

    @Override
    public synchronized boolean handOver(int partition, int from, int to, long epoch) {
        if (view.epoch() != epoch || view.nodeOf(partition) != from || !view.has(to)) {
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
