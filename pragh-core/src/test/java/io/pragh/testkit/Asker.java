package io.pragh.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.OpStatus;

/** An endpoint for tests that make one operation at a time and mostly expect it to succeed. One thread. */
public final class Asker implements AutoCloseable {
    private final Endpoint endpoint;
    private final Batch batch = new Batch(1);

    /** Opens an endpoint of a node. */
    public Asker(Fabric node) {
        this.endpoint = node.open();
    }

    /** The endpoint itself. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** READs a word. */
    public long read(int partition, long offset) {
        batch.clear();
        batch.readWord(partition, offset);
        return word();
    }

    /** WRITEs a word. */
    public void write(int partition, long offset, long word) {
        assertEquals(OpStatus.OK, tryWrite(partition, offset, word));
    }

    /** WRITEs a word; returns the status. */
    public OpStatus tryWrite(int partition, long offset, long word) {
        batch.clear();
        batch.writeWord(partition, offset, word);
        endpoint.execute(batch);
        return batch.status(0);
    }

    /** READs a word; returns the status. */
    public OpStatus tryRead(int partition, long offset) {
        batch.clear();
        batch.readWord(partition, offset);
        endpoint.execute(batch);
        return batch.status(0);
    }

    /** Makes a CAS; returns the word found. */
    public long cas(int partition, long offset, long expected, long update) {
        batch.clear();
        batch.cas(partition, offset, expected, update);
        return word();
    }

    /** Makes a FETCH_ADD; returns the word found. */
    public long fetchAdd(int partition, long offset, long delta) {
        batch.clear();
        batch.fetchAdd(partition, offset, delta);
        return word();
    }

    private long word() {
        endpoint.execute(batch);
        assertEquals(OpStatus.OK, batch.status(0));
        return batch.result(0);
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
