package io.pragh.rdma.verbs;

import com.ibm.disni.verbs.IbvMr;
import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory that is registered with a card, and kept reachable until it is closed. Any thread. */
final class PinnedMemory implements AutoCloseable {
    private final ByteBuffer bytes;
    private final IbvMr registration;
    private boolean closed;

    PinnedMemory(ByteBuffer bytes, IbvMr registration) {
        this.bytes = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        this.registration = registration;
    }

    /** All of it, little-endian; only its absolute methods may be used. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** Its start address, for work requests and for other nodes. */
    long address() {
        return registration.getAddr();
    }

    /** The key for this node's work requests. */
    int localKey() {
        return registration.getLkey();
    }

    /** The key for other nodes' work requests. */
    int remoteKey() {
        return registration.getRkey();
    }

    /** Ends all access to it: no operation under way takes effect once this has returned. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            try {
                registration.deregMr().execute().free();
            } catch (IOException failed) {
                throw new PraghException("memory cannot be taken from the RDMA device: reason=" + failed, failed);
            }
        }
    }
}
