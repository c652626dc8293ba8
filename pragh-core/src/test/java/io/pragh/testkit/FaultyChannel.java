package io.pragh.testkit;

import io.pragh.testkit.FaultyTree.Content;
import io.pragh.testkit.FaultyTree.Node;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * An open file or folder of a {@link FaultyTree}, which can be synced. One thread, except for reads and writes at a
 * place.
 */
final class FaultyChannel extends FileChannel {
    private final FaultyTree tree;
    private final Node node;
    private long position;

    FaultyChannel(FaultyTree tree, Node node) {
        this.tree = tree;
        this.node = node;
    }

    private Content content() throws IOException {
        if (node instanceof Content content) {
            return content;
        }
        throw new IOException("Is a directory");
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int read = read(target, position);
        position += Math.max(0, read);
        return read;
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
        throw new UnsupportedOperationException("several at once");
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int written = write(source, position);
        position += written;
        return written;
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
        throw new UnsupportedOperationException("several at once");
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public FileChannel position(long next) {
        position = next;
        return this;
    }

    @Override
    public long size() throws IOException {
        return node instanceof Content content ? tree.bytes(content).length : 0;
    }

    @Override
    public FileChannel truncate(long bytes) throws IOException {
        tree.truncate(content(), bytes);
        return this;
    }

    @Override
    public void force(boolean all) throws IOException {
        tree.sync(node);
    }

    @Override
    public long transferTo(long from, long count, WritableByteChannel target) {
        throw new UnsupportedOperationException("" + target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long from, long count) {
        throw new UnsupportedOperationException("" + source);
    }

    @Override
    public int read(ByteBuffer target, long from) throws IOException {
        byte[] bytes = tree.bytes(content());
        int count = (int) Math.min(target.remaining(), bytes.length - from);
        if (count <= 0) {
            return target.hasRemaining() ? -1 : 0;
        }
        target.put(bytes, (int) from, count);
        return count;
    }

    @Override
    public int write(ByteBuffer source, long from) throws IOException {
        byte[] more = new byte[source.remaining()];
        source.get(more);
        tree.write(content(), from, more);
        return more.length;
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long from, long bytes) {
        throw new UnsupportedOperationException("" + mode);
    }

    @Override
    public FileLock lock(long from, long bytes, boolean shared) {
        return new Lock(this, from, bytes, shared);
    }

    /** A lock without effect: other code excludes openers in this process, and there is no other process. */
    @Override
    public FileLock tryLock(long from, long bytes, boolean shared) {
        return new Lock(this, from, bytes, shared);
    }

    @Override
    protected void implCloseChannel() {
        // the tree has all the bytes
    }

    private static final class Lock extends FileLock {
        private boolean valid = true;

        Lock(FileChannel channel, long from, long bytes, boolean shared) {
            super(channel, from, bytes, shared);
        }

        @Override
        public boolean isValid() {
            return valid;
        }

        @Override
        public void release() {
            valid = false;
        }
    }
}
