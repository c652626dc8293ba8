package io.pragh.core.node;

import io.pragh.core.access.ScanClient;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.LostValueException;
import io.pragh.core.base.PraghException;
import io.pragh.core.protocol.ScanReply;
import io.pragh.core.protocol.ScanRequest;
import io.pragh.core.protocol.WordReply;
import io.pragh.core.store.KeyScans;
import java.util.function.LongConsumer;

/**
 * A session's scans: on this thread if this node is the partition's home, otherwise by a request to the home. One
 * thread.
 */
final class SessionScan implements KeyScan, AutoCloseable {
    private final KeyScans here;
    private final ScanClient client;
    private final Runnable whenClosed;

    SessionScan(KeyScans here, ScanClient client, Runnable whenClosed) {
        this.here = here;
        this.client = client;
        this.whenClosed = whenClosed;
    }

    @Override
    public long scan(int partition, int kind, long cursor, int limit, LongConsumer keys) {
        if (cursor == END) {
            return END;
        }
        ScanRequest request = new ScanRequest(partition, kind, cursor, Math.min(limit, KEYS_MAX));
        ScanReply reply = here.scan(request);
        if (reply.word() == ScanReply.REFUSED) {
            reply = client.ask(request);
        }
        if (reply.word() == ScanReply.LOST) {
            throw LostValueException.ofKeys(partition);
        }
        if (reply.word() == WordReply.FAILED) {
            throw new PraghException("the home could not scan: partition=" + partition + " because " + reply.reason());
        }
        reply.forEach(keys);
        return reply.word();
    }

    @Override
    public void close() {
        whenClosed.run();
    }
}
