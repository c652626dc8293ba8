package io.pragh.benchmarks.micro;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a write that depends on a scan cost, while another thread adds and removes vertices: of another label, or
 * of the one that is scanned? Through Gremlin, embedded. Attempts per second; {@code conflicts} of them have to be
 * repeated.
 *
 * <pre>bin/pragh bench jmh ScanBesideInserts</pre>
 */
@State(Scope.Group)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ScanBesideInsertsBenchmark {
    private static final int LEADERS = 10;

    /** Nodes in the process. */
    @Param({"1", "3"})
    public int nodes = 1;

    /** The label of the vertices that the other thread adds and removes; {@code none}: it only reads. */
    @Param({"none", "other", "leader"})
    public String added = "none";

    private @Nullable PraghGraph graph;
    private @Nullable GraphTraversalSource g;

    /** Counts the outcomes of attempts. One thread. */
    @State(Scope.Thread)
    @AuxCounters
    public static class Ends {
        /** Attempts that have to be repeated. */
        public long conflicts;
    }

    /** Adds some leaders, and a vertex to write to. */
    @Setup
    public void open() {
        PraghGraph opened = PraghGraph.build().nodes(nodes).open();
        GraphTraversalSource source = opened.traversal();
        for (int i = 0; i < LEADERS; i++) {
            source.addV("leader").iterate();
        }
        source.addV("counted").property("leaders", 0L).iterate();
        opened.tx().commit();
        graph = opened;
        g = source;
    }

    /** Ends the graph. */
    @TearDown
    public void close() {
        PraghGraph opened = graph;
        if (opened != null) {
            opened.close();
        }
    }

    private void commit(Ends ends) {
        PraghGraph opened = graph;
        if (opened == null) {
            return;
        }
        try {
            commit(opened);
        } catch (CommitConflictException again) {
            ends.conflicts++;
        }
    }

    /** TinkerPop does not declare the exceptions of a commit. */
    private static void commit(PraghGraph graph) throws CommitConflictException {
        graph.tx().commit();
    }

    /** Counts the leaders, and stores their number. */
    @Benchmark
    @Group("pair")
    public long scansAndWrites(Ends ends) {
        GraphTraversalSource source = g;
        if (source == null) {
            return 0;
        }
        long leaders = source.V().hasLabel("leader").toStream().count();
        source.V().hasLabel("counted").property("leaders", leaders).iterate();
        commit(ends);
        return leaders;
    }

    /** Adds a vertex and removes it again. */
    @Benchmark
    @Group("pair")
    public long addsAndRemoves(Ends ends) {
        GraphTraversalSource source = g;
        if (source == null) {
            return 0;
        }
        if (added.equals("none")) {
            long leaders = source.V().hasLabel("leader").toStream().count();
            commit(ends);
            return leaders;
        }
        Vertex vertex = source.addV(added).next();
        commit(ends);
        source.V(vertex).drop().iterate();
        commit(ends);
        return 1;
    }
}
