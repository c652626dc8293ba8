package io.pragh.tinkerpop.process.computer;

import java.util.List;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.computer.GraphFilter;
import org.apache.tinkerpop.gremlin.process.computer.MapReduce;
import org.apache.tinkerpop.gremlin.process.computer.VertexProgram;
import org.jspecify.annotations.Nullable;

/**
 * What is to be computed. Immutable.
 *
 * @param program the vertex program, or null for map-reduce jobs alone
 * @param jobs the jobs that follow it, in this order
 * @param filter which part of the graph is seen
 * @param workers how many threads work
 * @param resultGraph which graph the result has
 * @param persist what is written to it
 */
record ComputerPlan(
        @Nullable VertexProgram<?> program,
        List<MapReduce<?, ?, ?, ?, ?>> jobs,
        GraphFilter filter,
        int workers,
        GraphComputer.ResultGraph resultGraph,
        GraphComputer.Persist persist) {}
