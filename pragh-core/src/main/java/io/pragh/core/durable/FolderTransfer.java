package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies data folders that no process has open to other places, such as bookies. The target folders are those of a
 * graph when all are copied, and refused as unfinished before. One thread.
 */
// A mark is a folder's first file; the file "graph", without which the others are no graph, gets its name last.
public final class FolderTransfer implements AutoCloseable {
    /** The file that marks a folder in which files may be missing. */
    static final String MARK = UnfinishedFolder.RESTORING;

    private static final int BUFFER_BYTES = 1 << 20;

    private final List<Disk> targets;

    private FolderTransfer(List<Disk> targets) {
        this.targets = targets;
    }

    /**
     * Takes the target folders; removes what an unfinished transfer has left in them.
     *
     * @throws PraghException when one holds other files, is in use, or cannot be written
     */
    public static FolderTransfer to(List<DataPlace> places) {
        List<Disk> opened = new ArrayList<>();
        boolean done = false;
        try {
            for (DataPlace place : places) {
                opened.add(place.open());
            }
            FolderTransfer transfer = of(opened);
            done = true;
            return transfer;
        } finally {
            if (!done) {
                new FolderTransfer(opened).close();
            }
        }
    }

    static FolderTransfer of(List<Disk> targets) {
        for (Disk target : targets) {
            try {
                List<String> names = target.names();
                if (!names.isEmpty() && (names.contains(DataFolder.GRAPH) || !names.contains(MARK))) {
                    throw new PraghException(
                            "the folder is not empty; give an empty one, or one that is not there yet: folder="
                                    + target);
                }
            } catch (IOException failed) {
                throw unwritable(target, failed);
            }
        }
        return new FolderTransfer(targets);
    }

    private static PraghException unwritable(Disk target, IOException failed) {
        return new PraghException(
                "the data folder cannot be written to; see to the disk: folder=" + target + " because " + failed,
                failed);
    }

    /**
     * Copies one folder to each target, in their order.
     *
     * @throws PraghException when a folder cannot be read or written; the transfer can be repeated then
     */
    public void copy(List<DataPlace> sources, BackupProgress progress) {
        List<Disk> from = new ArrayList<>();
        try {
            for (DataPlace source : sources) {
                from.add(source.look());
            }
            copyAll(from, progress);
        } finally {
            new FolderTransfer(from).close();
        }
    }

    void copyAll(List<Disk> from, BackupProgress progress) {
        long[] done = {0, 0};
        for (Disk source : from) {
            done[1] += bytes(source);
        }
        for (int i = 0; i < from.size(); i++) {
            Disk target = targets.get(i);
            try {
                begin(target);
                for (String name : from.get(i).names()) {
                    String as = name.equals(DataFolder.GRAPH) ? FolderState.NEXT : name;
                    copy(from.get(i), name, target, as, done, progress);
                }
                target.syncNames();
            } catch (IOException failed) {
                throw unwritable(target, failed);
            }
        }
        for (Disk target : targets) {
            try {
                target.rename(FolderState.NEXT, DataFolder.GRAPH);
                target.syncNames();
                target.delete(MARK);
                target.syncNames();
            } catch (IOException failed) {
                throw unwritable(target, failed);
            }
        }
        progress.copied("copied", done[1], done[1]);
    }

    private static void begin(Disk target) throws IOException {
        target.create(MARK).close();
        target.syncNames();
        for (String name : target.names()) {
            if (!name.equals(MARK)) {
                target.delete(name);
            }
        }
    }

    private static long bytes(Disk source) {
        long bytes = 0;
        try {
            for (String name : source.names()) {
                try (Disk.File file = source.open(name)) {
                    bytes += file.bytes();
                }
            }
        } catch (IOException failed) {
            throw LogReader.unreadable(source, failed);
        }
        return bytes;
    }

    private static void copy(Disk source, String name, Disk target, String as, long[] done, BackupProgress progress)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        try (Disk.File from = source.open(name);
                Disk.File to = target.create(as)) {
            long bytes = from.bytes();
            for (long at = 0; at < bytes; at += buffer.limit()) {
                buffer.clear().limit((int) Math.min(BUFFER_BYTES, bytes - at));
                from.read(at, buffer);
                buffer.flip();
                if (buffer.limit() == 0) {
                    throw new IOException("a file became shorter while it was copied: file=" + name);
                }
                int part = buffer.limit();
                to.append(buffer);
                buffer.limit(part);
                done[0] += part;
                progress.copied("copying", done[0], done[1]);
            }
            to.sync();
        }
    }

    /** Leaves the folders to other processes. */
    @Override
    public void close() {
        for (Disk target : targets) {
            try {
                target.close();
            } catch (IOException failed) {
                throw new PraghException("a data folder could not be closed; see to the disk: " + failed, failed);
            }
        }
    }
}
