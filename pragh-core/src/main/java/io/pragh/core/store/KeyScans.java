package io.pragh.core.store;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.Mix;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MalformedMessageException;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.ScanReply;
import io.pragh.core.protocol.ScanRequest;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.table.SlotVisitor;
import org.jspecify.annotations.Nullable;

/** Answers scans of the key tables of the partitions that this node serves ({@link ScanRequest}). Any thread. */
// A cursor is a key's position in its home: its fraction (43 bits), then direction and label (17). The key table's
// own cursor, the fraction alone, cannot stop in the middle of a vertex, which may have 131,072 lists, so an answer
// would have no bound. Keys of one kind come out of the table in this order, whatever its shape, so a cursor means
// the same to every node that ever serves the partition.
public final class KeyScans {
    private static final int REST_BITS = GraphKey.LIST_BITS;
    private static final long REST_MASK = (1L << REST_BITS) - 1;

    private final Fabric fabric;
    private final HomeMap homes;
    private final ReaderPins pins;
    private final ServedPartitions served;

    /** Tells which partitions may be read here now. */
    @FunctionalInterface
    public interface ServedPartitions {
        /** A partition, or null when another node serves it, or when this node cannot tell whether another does. */
        @Nullable
        Partition partition(int id);
    }

    /** Scans the partitions that are {@code served} at the time of a request. */
    public KeyScans(Fabric fabric, HomeMap homes, ReaderPins pins, ServedPartitions served) {
        this.fabric = fabric;
        this.homes = homes;
        this.pins = pins;
        this.served = served;
    }

    /**
     * Handles a request to scan; false for any other message. Throws {@link MalformedMessageException} when the
     * request is invalid.
     */
    public boolean handle(Message message) {
        if (message.type() != MessageType.SCAN) {
            return false;
        }
        ScanReply reply = scan(ScanRequest.decode(message.payload()));
        fabric.send(new Message(
                fabric.self(),
                message.from(),
                MessageType.SCAN_REPLY,
                message.client(),
                message.sequence(),
                reply.encode()));
        return true;
    }

    /** Scans a partition on this thread; {@link ScanReply#REFUSED} when this node does not serve it. */
    public ScanReply scan(ScanRequest request) {
        if (request.partition() >= homes.partitions()) {
            throw new MalformedMessageException("there is no such partition: partition=" + request.partition());
        }
        Partition home = served.partition(request.partition());
        if (home == null) {
            return ScanReply.none(ScanReply.REFUSED);
        }
        if (home.isIncomplete()) { // before the table is read: everything written again by then is found
            return ScanReply.none(ScanReply.LOST);
        }
        Page page = new Page(request);
        ReaderPins.Pin pin = pins.register(); // keeps the memory of a replaced table from being used again meanwhile
        pin.enter();
        try {
            return page.fill(home.table());
        } finally {
            pin.exit();
            pins.unregister(pin);
        }
    }

    /** The keys of one answer. One thread. */
    private final class Page implements SlotVisitor {
        private static final long UNCUT = -1;

        private final ScanRequest request;
        private final long[] keys;
        private int count;
        private long cutAt = UNCUT;

        Page(ScanRequest request) {
            this.request = request;
            this.keys = new long[request.limit()];
        }

        ScanReply fill(KeyTable table) {
            long next = table.scan(request.kind(), request.cursor() >>> REST_BITS, request.limit(), this);
            return ScanReply.of(cutAt == UNCUT ? next << REST_BITS : cutAt, keys, count);
        }

        @Override
        public void visit(long key, long address) {
            long place = homes.fraction(key) << REST_BITS | key >>> Mix.BITS & REST_MASK;
            if (place < request.cursor()) {
                return;
            }
            if (count < keys.length) {
                keys[count++] = key;
            } else if (cutAt == UNCUT) {
                cutAt = place;
            }
        }
    }
}
