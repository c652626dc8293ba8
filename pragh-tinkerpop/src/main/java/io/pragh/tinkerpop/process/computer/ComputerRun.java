package io.pragh.tinkerpop.process.computer;

import io.pragh.core.base.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.tinkerpop.gremlin.process.computer.ComputerResult;
import org.apache.tinkerpop.gremlin.process.computer.GraphFilter;
import org.apache.tinkerpop.gremlin.process.computer.MapReduce;
import org.apache.tinkerpop.gremlin.process.computer.Memory;
import org.apache.tinkerpop.gremlin.process.computer.VertexProgram;
import org.apache.tinkerpop.gremlin.process.computer.util.ComputerGraph;
import org.apache.tinkerpop.gremlin.process.computer.util.DefaultComputerResult;
import org.apache.tinkerpop.gremlin.structure.Graph;

/** One computation, from loading to its result. One thread leads a {@link WorkerCrew}. */
final class ComputerRun implements AutoCloseable {
    // Every worker loads its share of the vertices through a reader of its own. The vertices get consecutive indices
    // in a table, and messages and computed properties are in arrays by index. Then come the turns: in each, every
    // worker executes the program for its vertices, with the messages and the memory of the turn before; at the end
    // of a turn the workers meet, their additions to memory are merged, the message board turns, and the program says
    // whether it has ended. Jobs and the result follow, reading through the same readers. Nothing is written to the
    // graph before all that has succeeded.

    private final ComputerPlan plan;
    private final ComputerSource source;
    private final WorkerCrew crew;
    private final List<Share> shares = new ArrayList<>();

    ComputerRun(ComputerPlan plan, ComputerSource source) {
        this.plan = plan;
        this.source = source;
        crew = new WorkerCrew(plan.workers());
    }

    ComputerResult run() {
        long began = Clock.SYSTEM.nanos();
        ComputerMemory memory = new ComputerMemory(plan.program(), plan.jobs());
        VertexTable table = load();
        VertexProgram<?> program = plan.program();
        ComputeColumns columns =
                new ComputeColumns(program == null ? Set.of() : program.getVertexComputeKeys(), table.count());
        if (program != null) {
            execute(program, memory, table, columns);
            columns.dropTransient();
            memory.dropTransient();
        }
        for (MapReduce<?, ?, ?, ?, ?> job : plan.jobs()) {
            new JobRun<>(job, crew).run(memory, (worker, visitor) -> eachVertex(worker, table, columns, visitor));
        }
        ComputerOutcome outcome = new ComputerOutcome(source, shares, table, columns);
        Graph graph = outcome.graph(plan.resultGraph(), plan.persist());
        memory.setRuntime(TimeUnit.NANOSECONDS.toMillis(Clock.SYSTEM.nanos() - began));
        return new DefaultComputerResult(graph, memory.asImmutable());
    }

    private VertexTable load() {
        for (ComputerSource.Reader reader : source.open(crew.size())) {
            GraphFilter filter = plan.filter().clone();
            shares.add(new Share(reader, filter));
        }
        crew.all(worker -> shares.get(worker).load(worker, crew.size(), source.parts()));
        int next = 0;
        for (Share share : shares) {
            next = share.place(next);
        }
        return new VertexTable(shares);
    }

    private <M> void execute(
            VertexProgram<M> program, ComputerMemory memory, VertexTable table, ComputeColumns columns) {
        MessageBoard board = new MessageBoard(table.count());
        List<VertexProgram<M>> programs = new ArrayList<>();
        List<ShareMemory> memories = new ArrayList<>();
        List<ShareMessenger<M>> messengers = new ArrayList<>();
        program.setup(memory);
        for (int worker = 0; worker < crew.size(); worker++) {
            VertexProgram<M> clone = program.clone();
            programs.add(clone);
            memories.add(new ShareMemory(memory));
            messengers.add(new ShareMessenger<>(
                    board, table, shares.get(worker), clone.getMessageCombiner().orElse(null)));
        }
        while (true) {
            memory.turning(true);
            Memory seen = memory.asImmutable();
            crew.all(worker -> programs.get(worker).workerIterationStart(seen));
            crew.all(worker -> {
                VertexProgram<M> mine = programs.get(worker);
                ShareMessenger<M> messenger = messengers.get(worker);
                ShareMemory added = memories.get(worker);
                eachVertex(worker, table, columns, vertex -> {
                    messenger.at(vertex);
                    mine.execute(ComputerGraph.vertexProgram(vertex, mine), messenger, added);
                });
            });
            crew.all(worker -> programs.get(worker).workerIterationEnd(seen));
            memory.turning(false);
            memories.forEach(memory::merge);
            board.turn();
            if (program.terminate(memory)) {
                return;
            }
            memory.incrIteration();
        }
    }

    private void eachVertex(int worker, VertexTable table, ComputeColumns columns, Consumer<ViewVertex> visitor) {
        Share share = shares.get(worker);
        for (int index = share.first(); index < share.end(); index++) {
            Share.checkInterrupt();
            ViewVertex vertex = new ViewVertex(table.vertex(index), index, share.filter(), columns);
            visitor.accept(vertex);
            vertex.forget();
        }
    }

    @Override
    public void close() {
        crew.close();
        shares.forEach(Share::close);
    }
}
