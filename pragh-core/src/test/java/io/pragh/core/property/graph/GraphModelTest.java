package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ConflictException;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementExistsException;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.testkit.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares random transactions from three nodes with {@link ModelGraph} while values move: each transaction sees its
 * own changes, and after its end every node sees the result. {@code -Dpragh.graph.seed=N} repeats a run's choices.
 */
class GraphModelTest {
    private static final int TRANSACTIONS = 40;
    private static final int STEPS_MAX = 12;
    private static final int VALUES = 4;
    private static final List<String> LABELS = List.of("a", "b", "c");
    private static final List<String> KEYS = List.of("k", "l");

    private final GraphFixture world = new GraphFixture();
    private SplittableRandom random = new SplittableRandom(0);
    private ModelGraph committed = new ModelGraph();
    private int conflicts;
    /** Edges of the open transaction whose identifiers have not been read, by their stand-ins in the model. */
    private final Map<Object, EdgeRef> unnamed = new HashMap<>();

    /** Stands for an identifier that has not been read. */
    private record Unnamed(int number) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theGraphIsWhatTheModelIs(long seed) {
        run(seed);
    }

    @Test
    void theGraphIsWhatTheModelIsForASeedOfChoice() {
        run(Seeds.of("pragh.graph.seed"));
    }

    private void run(long seed) {
        random = new SplittableRandom(seed);
        try (world) {
            for (int i = 0; i < TRANSACTIONS; i++) {
                changeIndexes(i);
                transact();
                int other = random.nextInt(GraphFixture.NODES);
                world.see(other, t -> compare(other, t, committed));
                move();
            }
            assertTrue(conflicts < TRANSACTIONS / 4, "nobody else is there to be in the way: conflicts=" + conflicts);
        } catch (AssertionError | RuntimeException failed) {
            throw new AssertionError("repeat with -Dpragh.graph.seed=" + seed, failed);
        }
    }

    private void changeIndexes(int transaction) {
        int node = random.nextInt(GraphFixture.NODES);
        switch (transaction) {
            case TRANSACTIONS / 4 -> world.graph(node).createIndex(ElementKind.VERTEX, "k");
            case TRANSACTIONS / 2 -> world.graph(node).createIndex(ElementKind.EDGE, "k");
            case TRANSACTIONS * 3 / 4 -> {
                world.graph(node).dropIndex(ElementKind.VERTEX, "k");
                world.graph(node).createIndex(ElementKind.VERTEX, "k");
            }
            default -> {}
        }
    }

    private void transact() {
        int node = random.nextInt(GraphFixture.NODES);
        ModelGraph model = committed.copy();
        unnamed.clear();
        try (GraphTransaction transaction = world.begin(node)) {
            int steps = 1 + random.nextInt(STEPS_MAX);
            for (int i = 0; i < steps; i++) {
                step(transaction, model);
            }
            if (random.nextBoolean()) {
                unnamed.forEach((stand, edge) -> rename(model, stand, transaction.idOf(edge)));
                unnamed.clear();
                compare(node, transaction, model);
            }
            if (random.nextInt(4) > 0) {
                committed = commits(transaction) ? model : committed;
            } else {
                transaction.rollback();
            }
            if (committed == model) {
                world.see(
                        node,
                        t -> unnamed.forEach((stand, edge) -> rename(
                                model, stand, t.idOf(transaction.newEdges().now(edge)))));
            }
        }
    }

    private static void rename(ModelGraph model, Object stand, Object id) {
        ModelGraph.Edge edge = model.edges.remove(stand);
        if (edge != null) {
            assertNull(model.edges.put(id, edge), () -> "two edges are called " + id);
        }
    }

    private EdgeRef edge(GraphTransaction transaction, Object id) {
        EdgeRef own = unnamed.get(id);
        return own != null ? own : Objects.requireNonNull(transaction.edgeOf(id));
    }

    /** A value that is moved or forgotten at the same time may cause a conflict, which leaves no effect. */
    private boolean commits(GraphTransaction transaction) {
        try {
            transaction.commit();
            return true;
        } catch (ConflictException nothingHappened) {
            conflicts++;
            return false;
        }
    }

    /** Moves a few values to random nodes. */
    private void move() {
        world.see(0, t -> {
            for (Object id : committed.vertices.keySet()) {
                long vid = GraphFixture.vertex(t, id).vid();
                long list = ElementKeys.list(vid, 1 + random.nextInt(LABELS.size()), random.nextBoolean());
                long key = random.nextBoolean() ? ElementKeys.vertex(vid) : list;
                world.cluster.node(random.nextInt(GraphFixture.NODES)).pull(key);
            }
        });
    }

    private <T> T any(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private Object anyId() {
        int number = random.nextInt(12);
        return switch (random.nextInt(3)) {
            case 0 -> number;
            case 1 -> "text" + number;
            default -> -1.5 * number;
        };
    }

    private void step(GraphTransaction transaction, ModelGraph model) {
        List<Object> vertices = new ArrayList<>(model.vertices.keySet());
        List<Object> edges = new ArrayList<>(model.edges.keySet());
        int choice = vertices.isEmpty() ? 0 : random.nextInt(edges.isEmpty() ? 12 : 18);
        if (choice < 3) {
            addVertex(transaction, model);
        } else if (choice < 8) {
            addEdge(transaction, model, any(vertices), any(vertices));
        } else if (choice < 10) {
            changeVertex(transaction, model, any(vertices));
        } else if (choice == 10) {
            Object id = any(vertices);
            transaction.removeVertex(GraphFixture.vertex(transaction, id));
            model.removeVertex(id);
            assertNull(transaction.vertexOf(id));
        } else if (choice == 11) {
            String key = any(KEYS);
            transaction.variable(key, random.nextBoolean() ? choice : null);
            model.variables.clear();
            model.variables.putAll(transaction.variables());
        } else if (choice < 16) {
            changeEdge(transaction, model, any(edges));
        } else {
            Object id = any(edges);
            transaction.removeEdge(edge(transaction, id));
            model.edges.remove(id);
            if (unnamed.remove(id) == null) {
                assertNull(transaction.edgeOf(id));
            }
        }
    }

    private void addVertex(GraphTransaction transaction, ModelGraph model) {
        Object id = random.nextInt(3) == 0 ? null : anyId();
        String label = any(LABELS);
        if (id != null && model.vertices.containsKey(id)) {
            assertThrows(ElementExistsException.class, () -> transaction.addVertex(label, id));
        } else {
            model.vertices.put(transaction.addVertex(label, id).id(), new ModelGraph.Vertex(label));
        }
    }

    private void addEdge(GraphTransaction transaction, ModelGraph model, Object out, Object in) {
        Object id = random.nextInt(3) == 0 ? anyId() : null;
        String label = any(LABELS);
        VertexRecord from = GraphFixture.vertex(transaction, out);
        VertexRecord to = GraphFixture.vertex(transaction, in);
        if (id != null && model.edges.containsKey(id)) {
            assertThrows(ElementExistsException.class, () -> transaction.addEdge(from, label, to, id));
            return;
        }
        EdgeRef edge = transaction.addEdge(from, label, to, id);
        Object given;
        if (id == null && random.nextInt(4) > 0) {
            given = new Unnamed(unnamed.size() + STEPS_MAX * random.nextInt(1 << 20));
            unnamed.put(given, edge);
        } else {
            given = transaction.idOf(edge);
            assertEquals(id == null ? given : id, given);
        }
        model.edges.put(given, new ModelGraph.Edge(out, label, in, new TreeMap<>()));
    }

    private void changeVertex(GraphTransaction transaction, ModelGraph model, Object id) {
        VertexRecord vertex = GraphFixture.vertex(transaction, id);
        ModelGraph.Vertex same = Objects.requireNonNull(model.vertices.get(id));
        int count = same.properties.size();
        int choice = count == 0 ? 0 : random.nextInt(3);
        if (choice == 0) {
            String key = any(KEYS);
            int value = random.nextInt(VALUES);
            GraphFixture.set(transaction, vertex, key, value);
            same.properties.add(new ModelGraph.Property(key, value, new TreeMap<>()));
            return;
        }
        int at = random.nextInt(count);
        if (choice == 1) {
            vertex.properties().remove(at);
            same.properties.remove(at);
        } else {
            vertex.properties().get(at).put("own", at);
            same.properties.get(at).own().put("own", at);
        }
        transaction.change(vertex);
    }

    private void changeEdge(GraphTransaction transaction, ModelGraph model, Object id) {
        EdgeRecord edge = transaction.record(edge(transaction, id));
        Map<String, Object> same = Objects.requireNonNull(model.edges.get(id)).properties();
        String key = any(KEYS);
        if (random.nextInt(3) == 0) {
            edge.properties().remove(key);
            same.remove(key);
        } else {
            int value = random.nextInt(VALUES);
            edge.properties().put(key, value);
            same.put(key, value);
        }
        transaction.change(edge);
    }

    private void compare(int node, GraphTransaction transaction, ModelGraph model) {
        StoredGraph stored = new StoredGraph(world.graph(node), transaction);
        assertEquals(model.showVertices(), stored.vertices());
        assertEquals(model.showEdges(), stored.edges());
        assertEquals(model.vertices.size(), transaction.countVertices());
        assertEquals(model.edges.size(), transaction.countEdges());
        assertEquals(model.variables, transaction.variables());
        compareNeighbourhoods(transaction, stored, model);
        compareIndexes(transaction, model);
    }

    private static void compareNeighbourhoods(GraphTransaction transaction, StoredGraph stored, ModelGraph model) {
        List<Object> ids = new ArrayList<>(model.vertices.keySet());
        long[] vids = ids.stream()
                .mapToLong(id -> GraphFixture.vertex(transaction, id).vid())
                .toArray();
        for (boolean out : new boolean[] {true, false}) {
            List<List<String>> expected =
                    ids.stream().map(id -> model.edgesOf(id, out)).toList();
            assertEquals(expected, stored.edgesOf(vids, out, new int[0]));
            assertEquals(expected, stored.edgesOf(vids, out, new int[] {1, 2, 3}));
            long[] degrees = expected.stream().mapToLong(List::size).toArray();
            assertArrayEquals(degrees, transaction.degrees(vids, out, !out, null));
        }
    }

    private static void compareIndexes(GraphTransaction transaction, ModelGraph model) {
        for (int value = 0; value < VALUES; value++) {
            Object wanted = value;
            if (transaction.indexes(ElementKind.VERTEX).contains("k")) {
                List<String> expected = model.vertices.entrySet().stream()
                        .filter(e -> e.getValue().properties.stream()
                                .anyMatch(p -> p.key().equals("k") && p.value().equals(wanted)))
                        .map(e -> ModelGraph.show(e.getKey()))
                        .sorted()
                        .toList();
                assertEquals(
                        expected,
                        transaction.verticesByIndex("k", wanted).stream()
                                .map(v -> ModelGraph.show(v.id()))
                                .sorted()
                                .toList());
            }
            if (transaction.indexes(ElementKind.EDGE).contains("k")) {
                List<String> expected = model.edges.entrySet().stream()
                        .filter(e -> wanted.equals(e.getValue().properties().get("k")))
                        .map(e -> ModelGraph.show(e.getKey()))
                        .sorted()
                        .toList();
                assertEquals(
                        expected,
                        transaction.edgesByIndex("k", wanted).stream()
                                .map(e -> ModelGraph.show(transaction.idOf(e)))
                                .sorted()
                                .toList());
            }
        }
    }
}
