package io.pragh.tinkerpop.process.computer;

import java.util.List;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.computer.GraphFilter;
import org.apache.tinkerpop.gremlin.process.computer.MapReduce;
import org.apache.tinkerpop.gremlin.process.computer.VertexProgram;
import org.jspecify.annotations.Nullable;

/**
 * The description of a computation. Immutable.
 *
 * @param program the vertex program, or null for map-reduce jobs alone
 * @param jobs the jobs that follow it, in this order
 * @param filter selects the part of the graph that is seen
 * @param workers number of threads
 * @param resultGraph whether the result is the original graph or a new one
 * @param persist whether nothing, properties or edges too are written to it
 */
record ComputerPlan(
        @Nullable VertexProgram<?> program,
        List<MapReduce<?, ?, ?, ?, ?>> jobs,
        GraphFilter filter,
        int workers,
        GraphComputer.ResultGraph resultGraph,
        GraphComputer.Persist persist) {}
