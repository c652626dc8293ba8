package io.pragh.core.durable;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes the saved blocks of a partition's part of a checkpoint to a file of its own. One thread. */
// Parts of the catalogue have a copy in every partition: a copy that is lost here is replaced by one from another
// partition.
final class SalvagedPart implements AutoCloseable {
    private final HomeMap homes;
    private final CheckpointHead head;
    private final SalvagedCatalogue catalogue;
    private final Disk.File file;
    private final Set<Long> copies = new HashSet<>();
    private long values;

    /**
     * A part without blocks yet.
     *
     * @param catalogue receives the parts of the catalogue in the blocks
     */
    SalvagedPart(Disk into, HomeMap homes, CheckpointHead head, SalvagedCatalogue catalogue) throws IOException {
        this.homes = homes;
        this.head = head;
        this.catalogue = catalogue;
        this.file = into.create(CheckpointFile.name(head.number(), head.partition()));
        file.append(CheckpointFile.head(head));
    }

    /**
     * Adds a whole block.
     *
     * @throws PraghException when its values are of another partition
     */
    void add(ByteBuffer block, int check) throws IOException {
        file.append(CheckpointFile.blockHead(block.remaining(), check));
        file.append(block.duplicate());
        for (int at = 0; at < block.limit(); ) {
            long key = block.getLong(at);
            int length = block.getInt(at + Long.BYTES);
            if (homes.home(key) != head.partition()) {
                throw new PraghException("the values of a part of a checkpoint are not those of a graph with so many"
                        + " partitions; say how many it has (--partitions), and if this is the data folder of one node of a"
                        + " cluster, repair the folder that all its nodes' folders are in: partitions="
                        + homes.partitions() + " partition=" + head.partition());
            }
            if (SalvagedCatalogue.isOf(key)) {
                byte[] body = new byte[length];
                block.get(at + CheckpointFile.VALUE_HEAD_BYTES, body);
                catalogue.add(key, head.timestamp(), body);
                copies.add(key);
            }
            at += CheckpointFile.VALUE_HEAD_BYTES + length;
            values++;
        }
    }

    /** Adds the parts of the catalogue that are lost here, and ends the file. */
    void finish() throws IOException {
        List<ByteBuffer> blocks = new ArrayList<>();
        catalogue.forEach(head.partition(), (key, body) -> {
            if (!copies.contains(key)) {
                ByteBuffer block = LogBatch.buffer(CheckpointFile.VALUE_HEAD_BYTES + body.length);
                blocks.add(block.putLong(key).putInt(body.length).put(body).flip());
            }
        });
        for (ByteBuffer block : blocks) {
            add(block, Checks.of(block, 0, block.limit()));
        }
        file.append(CheckpointFile.end(values));
        file.sync();
    }

    /** The number of saved values. */
    long values() {
        return values;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
