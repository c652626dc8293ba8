package io.pragh.tinkerpop.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;

/**
 * Keeps what clients send in the heap, also what is read from sockets: direct memory is the partitions'. What is sent is copied to
 * direct memory piece by piece, as sockets take it. Any thread.
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
