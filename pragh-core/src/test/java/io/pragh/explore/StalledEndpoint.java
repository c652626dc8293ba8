package io.pragh.explore;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;

/** An endpoint whose node stands still during its first READ of so many bytes. One thread. */
final class StalledEndpoint implements Endpoint {
    private final StepNetwork network;
    private final int node;
    private final int bytes;
    private final int head;
    private final Runnable still;
    private boolean stalled;

    /**
     * An endpoint that stalls once: {@code head} bytes of the first READ of {@code bytes} arrive, {@code still} runs,
     * and the other bytes arrive.
     */
    StalledEndpoint(StepNetwork network, int node, int bytes, int head, Runnable still) {
        this.network = network;
        this.node = node;
        this.bytes = bytes;
        this.head = head;
        this.still = still;
    }

    @Override
    public void post(Batch batch) {
        if (stalled || batch.length(0) != bytes) {
            network.perform(node, batch);
            return;
        }
        stalled = true;
        network.performHead(node, batch, 0, head);
        still.run();
        network.performRest(node, batch, 0, head);
    }

    /** Whether the node has stood still. */
    boolean stalled() {
        return stalled;
    }

    @Override
    public boolean poll(Batch batch) {
        return true;
    }

    @Override
    public void close() {
        // there is nothing to close
    }
}
