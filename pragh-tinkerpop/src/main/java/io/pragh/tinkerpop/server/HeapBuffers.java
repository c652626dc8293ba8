package io.pragh.tinkerpop.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;

/**
 * Allocates buffers for clients' messages on the heap, also for reads from sockets: direct memory is for the
 * partitions. Outgoing data is copied to direct memory piece by piece, as sockets take it. Any thread.
 */
final class HeapBuffers extends PooledByteBufAllocator {
    HeapBuffers() {
        super(false);
    }

    @Override
    public ByteBuf ioBuffer() {
        return heapBuffer();
    }

    @Override
    public ByteBuf ioBuffer(int bytes) {
        return heapBuffer(bytes);
    }

    @Override
    public ByteBuf ioBuffer(int bytes, int bytesMax) {
        return heapBuffer(bytes, bytesMax);
    }
}
