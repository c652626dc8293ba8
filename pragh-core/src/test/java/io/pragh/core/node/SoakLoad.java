package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.LostValueException;
import io.pragh.core.base.PraghException;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.store.Partition;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

/** The writers and readers of {@link SoakTest}. Any thread. */
final class SoakLoad {
    /** Lists that never exceed this length lie in one block, and are read atomically. */
    static final int ONE_BLOCK_MAX = 4_000;

    private static final int CHUNKS_PER_PULL = 8;
    private static final long READ_PAUSE_NANOS = 100_000;

    private final LocalCluster cluster;
    private final List<SoakList> lists;
    private final BooleanSupplier stopped;
    private final int victim;
    private final AtomicInteger restoring = new AtomicInteger();
    private final LongAdder lostReads = new LongAdder();
    private volatile boolean crashed;
    private final LongAdder updates = new LongAdder();
    private final LongAdder reads = new LongAdder();

    /**
     * A load on the lists. No writer uses the node at place {@code victim}, which will crash: the outcome of its
     * updates would be unknown.
     */
    SoakLoad(LocalCluster cluster, List<SoakList> lists, int victim, BooleanSupplier stopped) {
        this.victim = victim;
        this.cluster = cluster;
        this.lists = lists;
        this.stopped = stopped;
    }

    long updates() {
        return updates.sum();
    }

    /** One thread's sessions at all nodes. */
    private final class Doors implements AutoCloseable {
        private final List<NodeSession> sessions = new ArrayList<>();
        private final List<SessionLists> stores = new ArrayList<>();

        Doors() {
            for (PraghNode node : cluster.nodes()) {
                NodeSession session = node.openSession(node.parts::serve);
                sessions.add(session);
                stores.add(new SessionLists(session));
            }
        }

        SessionLists survivor(SplittableRandom random) {
            int place = random.nextInt(stores.size() - 1);
            return stores.get(place < victim ? place : place + 1);
        }

        @Override
        public void close() {
            sessions.forEach(NodeSession::close);
        }
    }

    /**
     * Updates the lists whose number is {@code writer} modulo {@code writers}; six operations of ten are updates, the
     * rest are reads.
     */
    void write(int writer, int writers, SplittableRandom random) {
        try (Doors doors = new Doors()) {
            for (int i = writer; i < lists.size(); i += writers) {
                replace(lists.get(i), doors.survivor(random), random);
            }
            boolean restored = false;
            while (!stopped.getAsBoolean() || crashed != restored) {
                SoakList list = lists.get(writer + writers * random.nextInt(lists.size() / writers));
                SessionLists store = doors.survivor(random);
                if (crashed && !restored) {
                    for (int i = writer; i < lists.size(); i += writers) {
                        replace(lists.get(i), store, random);
                        lists.get(i).restored();
                    }
                    restored = true;
                    restoring.decrementAndGet();
                } else if (random.nextInt(10) >= 6) {
                    check(list, store);
                } else {
                    change(list, store, random);
                }
            }
        }
    }

    private void change(SoakList list, SessionLists store, SplittableRandom random) {
        boolean mayFail = list.maybeLost();
        try {
            int choice = random.nextInt(6);
            boolean anew = choice == 0 && random.nextInt(list.entriesMax) < 20 || list.count() >= list.entriesMax;
            if (anew || list.isUncertain()) {
                replace(list, store, random);
            } else if (choice < 4 || list.count() == 0) {
                append(list, store);
            } else {
                remove(list, store);
            }
        } catch (PraghException failed) {
            if (!mayFail && !list.maybeLost()) {
                throw failed;
            }
            list.leaveUncertain(); // lost, or its home died during the update: it is written anew
        }
    }

    /** Crashes the victim; the writers write every list anew, and the lost partitions are declared complete. */
    void crash(int writers, Workers workers) {
        lists.forEach(SoakList::mayBeLost);
        cluster.crash(victim);
        restoring.set(writers);
        crashed = true;
        workers.await("every list is written anew", () -> restoring.get() == 0);
        alive().get(0).restored(60_000_000_000L);
        for (PraghNode node : alive()) {
            for (Partition partition : node.partitions()) {
                assertFalse(partition.isIncomplete());
            }
        }
    }

    List<PraghNode> alive() {
        List<PraghNode> alive = new ArrayList<>();
        for (int place = 0; place < cluster.nodes().size(); place++) {
            if (cluster.isAlive(place)) {
                alive.add(cluster.node(place));
            }
        }
        return alive;
    }

    /** Reads lists of all writers through all nodes. */
    void read(SplittableRandom random) {
        try (Doors doors = new Doors()) {
            while (!stopped.getAsBoolean()) {
                SoakList list = lists.get(random.nextInt(lists.size()));
                if (cluster.isAlive(victim) && random.nextInt(8) == 0) {
                    checkThroughVictim(list, doors.stores.get(victim));
                } else {
                    check(list, doors.survivor(random));
                }
                LockSupport.parkNanos(READ_PAUSE_NANOS); // leaves the processors to the writers
            }
        }
    }

    private void append(SoakList list, SessionLists store) {
        long next = list.high();
        list.start(list.low(), next + 1);
        store.append(list.key, next, 0);
        list.acknowledge();
        updates.increment();
    }

    private void remove(SoakList list, SessionLists store) {
        long first = list.low();
        list.start(first + 1, list.high());
        assertTrue(store.remove(list.key, first, 0), "the list has what was appended: " + first);
        list.acknowledge();
        updates.increment();
    }

    private void replace(SoakList list, SessionLists store, SplittableRandom random) {
        long from = list.startedHigh();
        long to = from + list.entriesMax / 2 + random.nextInt(list.entriesMax / 4);
        list.start(from, to);
        store.write(list.key, LongStream.range(from, to).toArray(), 0, (int) (to - from));
        list.acknowledge();
        updates.increment();
    }

    private void check(SoakList list, SessionLists store) {
        String fault = faultOf(list, store);
        assertNull(fault, "key " + GraphKey.show(list.key) + ": " + fault);
    }

    /** Reads through the victim; the result counts only if the victim has not crashed by then. */
    private void checkThroughVictim(SoakList list, SessionLists store) {
        try {
            String fault = faultOf(list, store);
            assertTrue(fault == null || !cluster.isAlive(victim), "through the victim: " + fault);
        } catch (PraghException failed) {
            if (cluster.isAlive(victim)) {
                throw failed;
            }
        }
    }

    private String faultOf(SoakList list, SessionLists store) {
        List<Long> seen = new ArrayList<>();
        boolean mayBeLost = list.maybeLost();
        long mark = list.mark();
        try {
            store.forEach(list.key, seen::add);
        } catch (LostValueException lost) {
            lostReads.increment();
            return mayBeLost || list.maybeLost() ? null : lost.getMessage();
        }
        reads.increment();
        return list.fault(mark, seen, list.entriesMax < ONE_BLOCK_MAX);
    }

    /** Pulls some lists, and some chunks of lists, into random nodes. */
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
        List<PraghNode> alive = alive();
        return alive.get(random.nextInt(alive.size()));
    }

    /** Checks, when the writers have stopped, that every node sees every list as its writer left it. */
    void compareAll() {
        try (Doors doors = new Doors()) {
            for (SoakList list : lists) {
                List<Long> expected =
                        LongStream.range(list.low(), list.high()).boxed().toList();
                for (int place = 0; place < doors.stores.size(); place++) {
                    if (!cluster.isAlive(place)) {
                        continue;
                    }
                    SessionLists store = doors.stores.get(place);
                    List<Long> seen = new ArrayList<>();
                    store.forEach(list.key, seen::add);
                    assertEquals(expected, seen, "key " + GraphKey.show(list.key));
                }
            }
        }
    }

    @Override
    public String toString() {
        return "updates=" + updates + " reads=" + reads + " lostReads=" + lostReads;
    }
}
