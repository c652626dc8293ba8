package io.pragh.core.persist;

import io.pragh.core.base.WordList;
import io.pragh.core.durable.ArrivedPart;
import io.pragh.core.durable.CheckpointHead;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.LogWriter;
import io.pragh.core.txn.home.CommitRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Takes what another data folder has of a partition ({@link OutgoingPart}) into this one: the part of a checkpoint
 * becomes a file, and the commits behind it go to the log. One thread. No checkpoint is written meanwhile.
 */
/*
 * A crash in each step:
 *
 *   PART     leaves a file that no file graph names; it is removed when the folder is opened.
 *   COMMITS  leaves records of a partition that is not kept here. When the partition comes in a later attempt, the
 *            part of that attempt has a later position, and records before it are passed over.
 *   ARRIVING the folder has everything, and keeps the partition if the view says so.
 */
public final class IncomingPart implements AutoCloseable {
    private static final int WAITING_MAX = 4_096;

    private final DataFolder folder;
    private final LogWriter log;
    private final ArrivedPart part;
    private byte[] rest = {};
    private long latest;
    private long ticket;
    private int appended;

    /** The shape of what another folder has. */
    public record Shape(
            int partition, long partBytes, long tailBytes, boolean isAll, long timestamp, Map<Long, Long> rolls) {
        /** Decodes {@link OutgoingPart#shape}. */
        public static Shape of(int partition, byte[] shape) {
            WordList words = WordList.of(shape);
            long partBytes = words.next();
            long tailBytes = words.next();
            boolean isAll = words.next() != 0;
            long timestamp = words.next();
            Map<Long, Long> rolls = new LinkedHashMap<>();
            for (long count = words.next(); count > 0; count--) {
                rolls.put(words.next(), words.next());
            }
            return new Shape(partition, partBytes, tailBytes, isAll, timestamp, rolls);
        }
    }

    /** Begins to take a partition. */
    public IncomingPart(DataFolder folder, LogWriter log, Shape shape) throws IOException {
        this.folder = folder;
        this.log = log;
        log.beginSegment(); // what was appended in an earlier attempt lies before the position
        CheckpointHead head = new CheckpointHead(0, 0, shape.partition, shape.timestamp, 0, shape.rolls);
        this.part = new ArrivedPart(folder, head, log.end(), shape.partBytes);
    }

    /** Takes the next bytes of the part. */
    public void part(byte[] bytes) throws IOException {
        part.append(bytes);
    }

    /** Ends the part, which is durable and verified when this returns. */
    public void endPart() throws IOException {
        part.finish();
    }

    /** Takes the next bytes of the commits. */
    public void tail(byte[] bytes) {
        byte[] all = Arrays.copyOf(rest, rest.length + bytes.length);
        System.arraycopy(bytes, 0, all, rest.length, bytes.length);
        ByteBuffer in = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
        while (in.remaining() >= Integer.BYTES && in.remaining() - Integer.BYTES >= in.getInt(in.position())) {
            byte[] record = new byte[in.getInt()];
            in.get(record);
            latest = Math.max(
                    latest, CommitRecord.decode(ByteBuffer.wrap(record)).timestamp());
            ticket = log.append(record);
            if (++appended % WAITING_MAX == 0) {
                log.await(ticket);
            }
        }
        rest = Arrays.copyOfRange(all, in.position(), all.length);
    }

    /** Returns when the folder has everything, durably, and says that the partition arrives. */
    public void complete() throws IOException {
        log.await(ticket);
        folder.arrive(part, Math.max(latest, part.timestamp()));
    }

    @Override
    public void close() throws IOException {
        part.close();
    }
}
