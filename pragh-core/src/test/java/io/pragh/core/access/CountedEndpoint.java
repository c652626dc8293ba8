package io.pragh.core.access;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;

/** An endpoint that counts the batches under way. One thread. */
final class CountedEndpoint implements Endpoint {
    private final Endpoint endpoint;
    private int underWay;
    private int most;

    CountedEndpoint(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** The number of batches under way. */
    int underWay() {
        return underWay;
    }

    /** The greatest number of batches that were under way at a time since the last call. */
    int most() {
        int before = most;
        most = underWay;
        return before;
    }

    @Override
    public void post(Batch batch) {
        endpoint.post(batch);
        underWay++;
        most = Math.max(most, underWay);
    }

    @Override
    public boolean poll(Batch batch) {
        boolean complete = endpoint.poll(batch);
        underWay -= complete ? 1 : 0;
        return complete;
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
