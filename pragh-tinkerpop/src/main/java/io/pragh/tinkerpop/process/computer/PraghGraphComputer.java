package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.apache.tinkerpop.gremlin.process.computer.ComputerResult;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.computer.GraphFilter;
import org.apache.tinkerpop.gremlin.process.computer.MapReduce;
import org.apache.tinkerpop.gremlin.process.computer.VertexProgram;
import org.apache.tinkerpop.gremlin.process.computer.util.GraphComputerHelper;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/**
 * Runs vertex programs and map-reduce jobs over a graph, in parallel over its parts. Workers read the state committed
 * when the computation began, all of one snapshot, each in a read-only transaction of its own (see
 * {@link ComputerSource#open}); uncommitted changes of the caller are not seen. Results are kept beside the graph and
 * written, if at all, when all has succeeded: in transactions of a thousand vertices to the original graph, or to a
 * new read-only graph in this process.
 *
 * <p>One thread sets it up and submits it, once; cancelling the future with interruption stops the computation.
 */
public final class PraghGraphComputer implements GraphComputer {
    /** Bound on the workers of a computation; each costs a thread and a transaction. */
    public static final int WORKERS_MAX = 256;

    private final ComputerSource source;
    private final GraphFilter filter = new GraphFilter();
    private final Set<MapReduce<?, ?, ?, ?, ?>> jobs = new LinkedHashSet<>();
    private @Nullable VertexProgram<?> program;
    private @Nullable ResultGraph resultGraph;
    private @Nullable Persist persist;
    private int workers;
    private boolean submitted;

    /** A computer over a graph, with as many workers as there are processors. */
    public PraghGraphComputer(ComputerSource source) {
        this.source = source;
        workers = Math.min(WORKERS_MAX, Runtime.getRuntime().availableProcessors());
    }

    @Override
    public GraphComputer result(ResultGraph which) {
        resultGraph = which;
        return this;
    }

    @Override
    public GraphComputer persist(Persist what) {
        persist = what;
        return this;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public GraphComputer program(VertexProgram what) {
        program = what;
        return this;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public GraphComputer mapReduce(MapReduce job) {
        jobs.add(job);
        return this;
    }

    @Override
    public GraphComputer workers(int count) {
        workers = count;
        return this;
    }

    @Override
    public GraphComputer vertices(Traversal<Vertex, Vertex> vertexFilter) {
        filter.setVertexFilter(vertexFilter);
        return this;
    }

    @Override
    public GraphComputer edges(Traversal<Vertex, Edge> edgeFilter) {
        filter.setEdgeFilter(edgeFilter);
        return this;
    }

    @Override
    public GraphComputer vertexProperties(Traversal<Vertex, ? extends Property<?>> vertexPropertyFilter) {
        filter.setVertexPropertyFilter(vertexPropertyFilter);
        return this;
    }

    @Override
    public Future<ComputerResult> submit() {
        ComputerPlan plan = plan();
        FutureTask<ComputerResult> task = new FutureTask<>(() -> {
            try (ComputerRun run = new ComputerRun(plan, source)) {
                return run.run();
            }
        });
        Thread leader = new Thread(task, "pragh-computer");
        leader.setDaemon(true);
        leader.start();
        return task;
    }

    private ComputerPlan plan() {
        if (submitted) {
            throw Exceptions.computerHasAlreadyBeenSubmittedAVertexProgram();
        }
        submitted = true;
        if (program == null && jobs.isEmpty()) {
            throw Exceptions.computerHasNoVertexProgramNorMapReducers();
        }
        Set<MapReduce<?, ?, ?, ?, ?>> all = new LinkedHashSet<>(jobs);
        if (program != null) {
            GraphComputerHelper.validateProgramOnComputer(this, program);
            for (Object job : program.getMapReducers()) {
                all.add((MapReduce<?, ?, ?, ?, ?>) job);
            }
        }
        if (workers < 1) {
            throw new IllegalArgumentException("a computation needs at least one worker: workers=" + workers);
        }
        if (workers > WORKERS_MAX) {
            throw Exceptions.computerRequiresMoreWorkersThanSupported(workers, WORKERS_MAX);
        }
        @SuppressWarnings("rawtypes")
        Optional<VertexProgram> preferring = Optional.ofNullable(program);
        ResultGraph result = GraphComputerHelper.getResultGraphState(preferring, Optional.ofNullable(resultGraph));
        Persist persisted = GraphComputerHelper.getPersistState(preferring, Optional.ofNullable(persist));
        if (result == ResultGraph.ORIGINAL && persisted != Persist.NOTHING && !source.isWritable()) {
            throw new IllegalStateException(
                    "A computation in a threaded transaction cannot write to the graph, because that would"
                            + " commit the transaction: take ResultGraph.NEW or Persist.NOTHING, or compute on the graph itself");
        }
        List<MapReduce<?, ?, ?, ?, ?>> ordered = new ArrayList<>(all);
        return new ComputerPlan(program, ordered, filter.clone(), workers, result, persisted);
    }

    @Override
    public Features features() {
        return ComputerFeatures.INSTANCE;
    }

    @Override
    public String toString() {
        return StringFactory.graphComputerString(this);
    }

    /** A program computes properties; the graph's own elements do not change. */
    private static final class ComputerFeatures implements Features {
        private static final ComputerFeatures INSTANCE = new ComputerFeatures();

        @Override
        public int getMaxWorkers() {
            return WORKERS_MAX;
        }

        @Override
        public boolean supportsVertexAddition() {
            return false;
        }

        @Override
        public boolean supportsVertexRemoval() {
            return false;
        }

        @Override
        public boolean supportsVertexPropertyRemoval() {
            return false;
        }

        @Override
        public boolean supportsEdgeAddition() {
            return false;
        }

        @Override
        public boolean supportsEdgeRemoval() {
            return false;
        }

        @Override
        public boolean supportsEdgePropertyAddition() {
            return false;
        }

        @Override
        public boolean supportsEdgePropertyRemoval() {
            return false;
        }
    }
}
