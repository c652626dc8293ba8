package io.pragh.benchmarks.fof;

import io.pragh.benchmarks.data.SplitMix;
import io.pragh.core.base.Clock;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;

/**
 * A client with one traversal under way, as an application writes it: friends of friends from a vertex whose home is
 * in this process, or a new edge from one. It runs on a thread of its own.
 */
final class TraversalClient implements Runnable {
    private final FofConfig config;
    private final BenchGraph graph;
    private final Starts starts;
    private final LongPredicate isHere;
    private final TraversalDoor door;
    private final TraversalTally tally;
    private final BooleanSupplier over;
    private final SplitMix random;
    private final long insertsBelow;
    private final Patience patience = new Patience(Clock.SYSTEM, () -> {});

    /**
     * A client that has not started.
     *
     * @param starts start vertices of queries
     * @param isHere whether a vertex's home is in this process
     * @param over whether to end
     */
    TraversalClient(
            FofConfig config,
            BenchGraph graph,
            Starts starts,
            LongPredicate isHere,
            TraversalDoor door,
            TraversalTally tally,
            BooleanSupplier over,
            long seed) {
        this.config = config;
        this.graph = graph;
        this.starts = starts;
        this.isHere = isHere;
        this.door = door;
        this.tally = tally;
        this.over = over;
        this.random = new SplitMix(seed);
        this.insertsBelow = (long) (config.workload().insertShare() * 0x1p62);
    }

    @Override
    public void run() {
        while (!over.getAsBoolean()) {
            boolean insert = random.next() >>> 2 < insertsBelow;
            long vertex = next(insert);
            long target = insert ? graph.source(random.next()) : 0;
            long began = Clock.SYSTEM.nanos();
            if (insert) {
                insert(vertex, target);
                tally.inserted(Clock.SYSTEM.nanos() - began);
            } else {
                query(vertex);
                tally.queried(Clock.SYSTEM.nanos() - began);
            }
        }
    }

    private long next(boolean insert) {
        boolean anywhere = insert && config.workload().insertPlace() == InsertPlace.GRAPH;
        while (true) {
            long vertex = anywhere ? graph.source(random.next()) : starts.key(starts.nextRank(random));
            if (isHere.test(vertex)) {
                return vertex;
            }
        }
    }

    private void query(long vertex) {
        for (int tries = 1; ; tries++) {
            try {
                door.query(vertex);
                return;
            } catch (RuntimeException failure) {
                door.rollback();
                patience.rest(failure, tries);
                tally.again();
            }
        }
    }

    private void insert(long vertex, long target) {
        for (int tries = 1; ; tries++) {
            try {
                door.g().V(vertex).addE(TraversalDoor.LABEL).to(__.V(target)).iterate();
                door.commit();
                return;
            } catch (RuntimeException failure) {
                door.rollback();
                patience.rest(failure, tries);
                if (!TraversalDoor.isTemporary(failure)) {
                    tally.again(); // other than after a conflict
                }
            }
        }
    }
}
