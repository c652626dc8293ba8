package io.pragh.tinkerpop.data;

import com.sun.management.OperatingSystemMXBean;
import io.pragh.tinkerpop.PraghGraph;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.process.traversal.Path;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerFactory;

/**
 * Searches a path of five flights between two remote airports, for which a million traversers are under way at the
 * end. It runs in a JVM of its own, because its heap is measured; {@code docs/benchmark.md} has the command. One
 * thread.
 */
public final class PathQuery {
    private static final int ELEMENTS_PER_TRANSACTION = 5_000;

    private PathQuery() {}

    /**
     * Arguments: {@code tinker} or {@code pragh}, and how often the query runs. Prints each path, its time, and the
     * heap in use afterwards.
     */
    public static void main(String[] arguments) {
        Graph routes = TinkerFactory.createAirRoutes();
        boolean isPragh = "pragh".equals(arguments[0]);
        if (isPragh) {
            routes = copy(routes, PraghGraph.build().nodes(1).open());
        }
        GraphTraversalSource g = routes.traversal();
        for (int run = 0; run < Integer.parseInt(arguments[1]); run++) {
            run(g, isPragh);
        }
        System.exit(0); // also when threads still run
    }

    private static void run(GraphTraversalSource g, boolean isPragh) {
        long held = usedBytes();
        long wall = System.nanoTime();
        long thread = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long process = processNanos();
        GraphTraversal<Vertex, Path> paths = g.V().has("code", "BRM")
                .repeat(__.out("route").simplePath())
                .until(__.has("code", "WYA"))
                .limit(1)
                .path();
        Path path = paths.next();
        thread = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - thread;
        process = processNanos() - process;
        wall = System.nanoTime() - wall;
        held = usedBytes() - held;
        List<Object> codes = new ArrayList<>();
        path.forEach(vertex -> codes.add(((Element) vertex).value("code")));
        System.out.printf(
                Locale.ROOT,
                "> path=%s wallMillis=%d threadMillis=%d processMillis=%d heldMiB=%d%n",
                codes.toString().replace(" ", ""),
                TimeUnit.NANOSECONDS.toMillis(wall),
                TimeUnit.NANOSECONDS.toMillis(thread),
                TimeUnit.NANOSECONDS.toMillis(process),
                held >> 20);
        if (isPragh) {
            g.tx().rollback();
        }
    }

    private static long processNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long usedBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static Graph copy(Graph from, Graph to) {
        Map<Object, Vertex> made = new HashMap<>();
        from.vertices().forEachRemaining(vertex -> {
            List<Object> parts = parts(vertex);
            parts.addAll(List.of(T.id, vertex.id(), T.label, vertex.label()));
            made.put(vertex.id(), to.addVertex(parts.toArray()));
        });
        to.tx().commit();
        int count = 0;
        for (Iterator<Edge> edges = from.edges(); edges.hasNext(); count++) {
            Edge edge = edges.next();
            Vertex out = Objects.requireNonNull(made.get(edge.outVertex().id()));
            Vertex in = Objects.requireNonNull(made.get(edge.inVertex().id()));
            out.addEdge(edge.label(), in, parts(edge).toArray());
            if (count % ELEMENTS_PER_TRANSACTION == 0) {
                to.tx().commit();
            }
        }
        to.tx().commit();
        return to;
    }

    private static List<Object> parts(Element element) {
        List<Object> parts = new ArrayList<>();
        element.properties().forEachRemaining(property -> {
            parts.add(property.key());
            parts.add(property.value());
        });
        return parts;
    }
}
