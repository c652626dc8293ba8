package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.graph.AdjacencyStore;
import io.pragh.core.store.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

/** The writers and readers of the soak. Any thread. */
final class SoakLoad {
    /** Lists that never grow beyond this lie in one block, and are read in one piece. */
    static final int ONE_BLOCK_MAX = 4_000;

    private static final int CHUNKS_PER_PULL = 8;
    private static final long READ_PAUSE_NANOS = 100_000;

    private final LocalCluster cluster;
    private final List<SoakList> lists;
    private final BooleanSupplier stopped;
    private final LongAdder updates = new LongAdder();
    private final LongAdder reads = new LongAdder();

    SoakLoad(LocalCluster cluster, List<SoakList> lists, BooleanSupplier stopped) {
        this.cluster = cluster;
        this.lists = lists;
        this.stopped = stopped;
    }

    long updates() {
        return updates.sum();
    }

    /** One thread's doors to all nodes. */
    private final class Doors implements AutoCloseable {
        private final List<NodeSession> sessions = new ArrayList<>();
        private final List<AdjacencyStore> stores = new ArrayList<>();

        Doors(SplittableRandom random) {
            for (PraghNode node : cluster.nodes()) {
                NodeSession session = node.openSession();
                sessions.add(session);
                stores.add(new AdjacencyStore(session, node.homes(), random.nextLong()));
            }
        }

        AdjacencyStore any(SplittableRandom random) {
            return stores.get(random.nextInt(stores.size()));
        }

        @Override
        public void close() {
            sessions.forEach(NodeSession::close);
        }
    }

    /** Updates the lists whose number is {@code writer} modulo {@code writers}; six operations of ten, the rest are reads. */
    void write(int writer, int writers, SplittableRandom random) {
        try (Doors doors = new Doors(random)) {
            for (int i = writer; i < lists.size(); i += writers) {
                replace(lists.get(i), doors.any(random), random);
            }
            while (!stopped.getAsBoolean()) {
                SoakList list = lists.get(writer + writers * random.nextInt(lists.size() / writers));
                AdjacencyStore store = doors.any(random);
                int choice = random.nextInt(10);
                if (choice >= 6) {
                    check(list, store);
                } else if (choice == 0 && random.nextInt(list.entriesMax) < 20 || list.count() >= list.entriesMax) {
                    replace(list, store, random);
                } else if (choice < 4 || list.count() == 0) {
                    append(list, store);
                } else {
                    remove(list, store);
                }
            }
        }
    }

    /** Reads lists of all writers through all nodes. */
    void read(SplittableRandom random) {
        try (Doors doors = new Doors(random)) {
            while (!stopped.getAsBoolean()) {
                check(lists.get(random.nextInt(lists.size())), doors.any(random));
                LockSupport.parkNanos(READ_PAUSE_NANOS); // leaves the processors to the writers
            }
        }
    }

    private void append(SoakList list, AdjacencyStore store) {
        long next = list.high();
        list.start(list.low(), next + 1);
        store.append(list.key, next, 0);
        list.acknowledge();
        updates.increment();
    }

    private void remove(SoakList list, AdjacencyStore store) {
        long first = list.low();
        list.start(first + 1, list.high());
        assertTrue(store.remove(list.key, first, 0), "the list has what was appended: " + first);
        list.acknowledge();
        updates.increment();
    }

    private void replace(SoakList list, AdjacencyStore store, SplittableRandom random) {
        long from = list.high();
        long to = from + list.entriesMax / 2 + random.nextInt(list.entriesMax / 4);
        list.start(from, to);
        store.write(list.key, LongStream.range(from, to).toArray(), 0, (int) (to - from));
        list.acknowledge();
        updates.increment();
    }

    private void check(SoakList list, AdjacencyStore store) {
        List<Long> seen = new ArrayList<>();
        long mark = list.mark();
        store.forEach(list.key, seen::add);
        String fault = list.fault(mark, seen, list.entriesMax < ONE_BLOCK_MAX);
        assertNull(fault, "key " + GraphKey.show(list.key) + ": " + fault);
        reads.increment();
    }

    /** Pulls some lists, and some chunks of lists, into some nodes. */
    void pullSome(SplittableRandom random) {
        for (int i = 0; i < 20; i++) {
            anyNode(random).pull(lists.get(random.nextInt(lists.size())).key);
        }
        List<Partition> partitions = anyNode(random).partitions();
        if (!partitions.isEmpty()) {
            Partition from = partitions.get(random.nextInt(partitions.size()));
            PraghNode to = anyNode(random);
            from.table()
                    .scan(GraphKey.KIND_CHUNK, random.nextLong(1L << 43), CHUNKS_PER_PULL, (key, word) -> to.pull(key));
        }
    }

    private PraghNode anyNode(SplittableRandom random) {
        return cluster.node(random.nextInt(cluster.nodes().size()));
    }

    /** When nobody writes any more, every node sees every list as it was left. */
    void compareAll() {
        try (Doors doors = new Doors(new SplittableRandom(1))) {
            for (SoakList list : lists) {
                List<Long> expected =
                        LongStream.range(list.low(), list.high()).boxed().toList();
                for (AdjacencyStore store : doors.stores) {
                    List<Long> seen = new ArrayList<>();
                    store.forEach(list.key, seen::add);
                    assertEquals(expected, seen, "key " + GraphKey.show(list.key));
                }
            }
        }
    }

    @Override
    public String toString() {
        return "updates=" + updates + " reads=" + reads;
    }
}
