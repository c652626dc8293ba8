package io.pragh.core.durable;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** What is saved of a partition's part of a checkpoint, in a file of its own. One thread. */
// Parts of the catalogue have a copy in every partition: one that is lost here is taken from another one.
final class SalvagedPart implements AutoCloseable {
    private static final int CHUNKS_MAX = 1 << 12;

    private final HomeMap homes;
    private final int partition;
    private final Disk.File file;
    private final Map<Copy, byte[]> catalogue = new HashMap<>();
    private long values;

    /** Which part of the catalogue, in whatever partition. */
    record Copy(int space, long chunk) {}

    SalvagedPart(Disk into, HomeMap homes, CheckpointHead head) throws IOException {
        this.homes = homes;
        this.partition = head.partition();
        this.file = into.create(CheckpointFile.name(head.number(), partition));
        file.append(CheckpointFile.head(head));
    }

    /** Adds a block that is whole. */
    void add(ByteBuffer block, int check) throws IOException {
        file.append(CheckpointFile.blockHead(block.remaining(), check));
        file.append(block.duplicate());
        for (int at = 0; at < block.limit(); ) {
            long key = block.getLong(at);
            int length = block.getInt(at + Long.BYTES);
            if (GraphKey.kind(key) == GraphKey.KIND_CATALOGUE) {
                byte[] body = new byte[length];
                block.get(at + CheckpointFile.VALUE_HEAD_BYTES, body);
                keep(key, body);
            }
            at += CheckpointFile.VALUE_HEAD_BYTES + length;
            values++;
        }
    }

    private void keep(long key, byte[] body) {
        for (long chunk = 0; chunk < CHUNKS_MAX; chunk++) {
            if (homes.mint(partition, chunk) == GraphKey.vid(key)) {
                catalogue.put(new Copy(GraphKey.label(key), chunk), body);
                return;
            }
        }
    }

    /** The parts of the catalogue that are there. */
    Map<Copy, byte[]> catalogue() {
        return catalogue;
    }

    /** Adds the parts of the catalogue that are lost here, and ends the file. */
    void finish(Map<Copy, byte[]> known) throws IOException {
        for (Map.Entry<Copy, byte[]> each : known.entrySet()) {
            if (!catalogue.containsKey(each.getKey())) {
                Copy copy = each.getKey();
                byte[] body = each.getValue();
                long key = GraphKey.of(GraphKey.KIND_CATALOGUE, 0, copy.space, homes.mint(partition, copy.chunk));
                ByteBuffer block = LogBatch.buffer(CheckpointFile.VALUE_HEAD_BYTES + body.length);
                block.putLong(key).putInt(body.length).put(body).flip();
                add(block, Checks.of(block, 0, block.limit()));
            }
        }
        file.append(CheckpointFile.end(values));
        file.sync();
    }

    /** How many values were saved. */
    long values() {
        return values;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
