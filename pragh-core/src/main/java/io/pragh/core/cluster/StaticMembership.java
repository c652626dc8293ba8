package io.pragh.core.cluster;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A membership that its owner changes by hand: for one process, embedded use and tests. Any thread. */
public final class StaticMembership implements Membership {
    private final List<Consumer<ClusterView>> listeners = new CopyOnWriteArrayList<>();
    private volatile ClusterView view;

    /** Starts with one picture. */
    public StaticMembership(ClusterView view) {
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
        return true;
    }

    /** Replaces the picture by a later one and tells every listener, on the calling thread. */
    public synchronized void change(ClusterView later) {
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
