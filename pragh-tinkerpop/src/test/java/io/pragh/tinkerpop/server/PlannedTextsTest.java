package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.script.ScriptContext;
import javax.script.ScriptException;
import javax.script.SimpleBindings;
import javax.script.SimpleScriptContext;
import org.apache.tinkerpop.gremlin.jsr223.GremlinLangScriptEngine;
import org.apache.tinkerpop.gremlin.jsr223.GremlinScriptEngine;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a server answers texts from kept plans as it answers them without plans, whatever the bindings are and
 * however the graph has changed since. Texts that come once get no plan.
 */
class PlannedTextsTest {
    private static final int VERTICES = 20;

    private final PraghGraph graph = PraghGraph.build().open();
    private final KeptPlans plans = new KeptPlans();
    private final GremlinScriptEngine parser = new GremlinLangScriptEngine();
    private GraphTraversalSource g;
    private GremlinScriptEngine engine;

    @BeforeEach
    void fill() {
        g = served();
        engine = new PlannedTexts.Factory(g, plans).getScriptEngine();
        Vertex[] vertices = new Vertex[VERTICES];
        for (int i = 0; i < VERTICES; i++) {
            vertices[i] = graph.addVertex(T.id, (long) i, T.label, "person", "name", "n" + i, "age", i % 5);
        }
        for (int i = 0; i < VERTICES; i++) {
            for (int k = 1; k <= i % 4; k++) {
                vertices[i].addEdge(k == 1 ? "knows" : "likes", vertices[(i + k) % VERTICES]);
            }
        }
        graph.tx().commit();
    }

    private GraphTraversalSource served() {
        return new GraphTraversalSource(
                graph, ServedStrategies.of(graph.traversal().getStrategies(), new FilesStrategy(null)));
    }

    @AfterEach
    void close() {
        graph.close();
    }

    private static Object evaluated(
            GremlinScriptEngine how, GraphTraversalSource source, String text, Map<String, Object> bindings)
            throws ScriptException {
        SimpleBindings all = new SimpleBindings(new HashMap<>(bindings));
        all.put("g", source);
        ScriptContext context = new SimpleScriptContext();
        context.setBindings(all, ScriptContext.ENGINE_SCOPE);
        return how.eval(text, context);
    }

    private List<Object> found(GremlinScriptEngine how, String text, Map<String, Object> bindings)
            throws ScriptException {
        return ((Traversal<?, ?>) evaluated(how, g, text, bindings))
                .toStream()
                .map(Object.class::cast)
                .toList();
    }

    /** Evaluates a text often enough for its plan to be kept, and once more, each time with other bindings. */
    private void check(String text, List<Map<String, Object>> bindings) throws ScriptException {
        for (int i = 0; i < 3; i++) {
            for (Map<String, Object> each : bindings) {
                assertEquals(found(parser, text, each), found(engine, text, each), () -> text + " " + each);
            }
        }
    }

    private void checkKept(String text, List<Map<String, Object>> bindings) throws ScriptException {
        int before = plans.plans();
        check(text, bindings);
        assertEquals(before + 1, plans.plans(), () -> "a plan is kept: " + text);
    }

    private void checkNotKept(String text, List<Map<String, Object>> bindings) throws ScriptException {
        int before = plans.plans();
        check(text, bindings);
        assertEquals(before, plans.plans(), () -> "no plan is kept: " + text);
    }

    private static List<Map<String, Object>> x(Object... values) {
        return Arrays.stream(values).map(value -> Map.of("x", value)).toList();
    }

    @Test
    void bindingsAreHolesWhereAPlanKnowsThem() throws ScriptException {
        checkKept("g.V(x).values('name')", x(1L, 2, "3", 99L, 4L));
        checkKept("g.V(x).out().count()", x(3L, 7L, 11));
        checkKept("g.V(x, y).out().id()", List.of(Map.of("x", 3L, "y", 7L), Map.of("x", 7L, "y", 2L)));
        checkKept("g.V(x, x).out().id()", x(3L, 7L));
        checkKept("g.V().has('name', x).valueMap()", x("n3", "n4", 5, "none"));
        checkKept("g.V().has('person', 'name', x).id()", x("n3", "n4"));
        checkKept("g.V().hasLabel(x).count()", x("person", "none"));
        checkKept("g.V().has('age', gt(x)).count()", x(1, 3, 2L, 1.5));
        checkKept(
                "g.V(x).out('knows').has('age', y).values('name')",
                List.of(Map.of("x", 3L, "y", 4), Map.of("x", 3L, "y", 0), Map.of("x", 6L, "y", 2)));
        checkKept("g.V().where(out().has('age', x)).id()", x(1, 2));
        checkKept("g.V(3).out().values('name')", x("nobody asks"));
    }

    @Test
    void whatElseIsBoundIsParsedEachTime() throws ScriptException {
        checkNotKept(
                "g.V().hasLabel(x, y).count()",
                List.of(Map.of("x", "person", "y", "none"), Map.of("x", "a", "y", "b")));
        checkNotKept("g.V(3).out().limit(x).count()", x(1L, 2L));
        checkNotKept("g.V(3).out(x).count()", x("knows", "likes"));
        checkNotKept("g.V().values('age').is(x).count()", x(1, 2));
        checkNotKept("g.V(x).has('age', 3).id()", x(3L, 8L));
        checkNotKept("g.V().has('age', x).limit(x).id()", x(1, 2));
    }

    @Test
    void listsAreNotOneValue() throws ScriptException {
        checkKept("g.V(x).id()", x(1L, 4L, List.of(2L, 3L)));
        checkNotKept("g.V(x).out().id()", x(List.of(2L, 3L), List.of(3L)));
    }

    @Test
    void aMissingBindingIsWhatItIsWithoutPlans() throws ScriptException {
        checkKept("g.V(x).id()", x(1L, 2L));
        Exception expected = assertThrows(Exception.class, () -> found(parser, "g.V(x).id()", Map.of()));
        Exception same = assertThrows(Exception.class, () -> found(engine, "g.V(x).id()", Map.of()));
        assertEquals(expected.getMessage(), same.getMessage());
    }

    @Test
    void whatChangesTheGraphIsExecutedOnceForEachTime() throws ScriptException {
        String text = "g.addV('more').property('of', x)";
        for (int i = 0; i < 4; i++) {
            found(engine, text, Map.of("x", i));
        }
        assertEquals(4, graph.traversal().V().hasLabel("more").count().next());
        for (int i = 0; i < 4; i++) {
            evaluated(engine, g, "g.V(x).property('age', 7).iterate()", Map.of("x", 1L));
        }
        assertEquals(0, plans.plans());
        graph.tx().rollback();
    }

    @Test
    void anotherSourceHasNoPartInIt() throws ScriptException {
        checkKept("g.V(x).id()", x(1L, 2L));
        try (PraghGraph empty = PraghGraph.build().open()) {
            Traversal<?, ?> none =
                    (Traversal<?, ?>) evaluated(engine, empty.traversal(), "g.V(x).id()", Map.of("x", 1L));
            assertEquals(List.of(), none.toList());
        }
        String configured = "g.withStrategies(new SubgraphStrategy(vertices: __.has('age', 1))).V(x).out().id()";
        checkNotKept(configured, x(3L, 6L));
        checkNotKept("g.with('evaluationTimeout', 500L).V(x).id()", x(3L, 6L));
    }

    @Test
    void labelsAndIndexesAreThoseOfNow() throws ScriptException {
        String out = "g.V(x).out('new').id()";
        String has = "g.V().has('name', x).id()";
        checkKept(out, x(1L, 2L));
        checkKept(has, x("n1", "n2"));
        graph.vertices(1L).next().addEdge("new", graph.vertices(2L).next());
        graph.tx().commit();
        assertEquals(List.of(2L), found(engine, out, Map.of("x", 1L)));
        graph.tx().rollback();
        graph.createIndex(ElementKind.VERTEX, "name");
        assertEquals(List.of(7L), found(engine, has, Map.of("x", "n7")));
        graph.traversal().V(7L).property("name", "other").iterate();
        graph.tx().commit();
        assertEquals(List.of(), found(engine, has, Map.of("x", "n7")));
        assertEquals(List.of(7L), found(engine, has, Map.of("x", "other")));
        graph.tx().rollback();
        graph.dropIndex(ElementKind.VERTEX, "name");
        assertEquals(List.of(7L), found(engine, has, Map.of("x", "other")));
        assertEquals(2, plans.plans());
    }

    @Test
    void textsAndCharactersAreBounded() {
        for (int i = 0; i < 2 * KeptPlans.TEXTS_MAX; i++) {
            assertNull(plans.of("g.V(" + i + ")", () -> null));
        }
        assertEquals(KeptPlans.TEXTS_MAX, plans.texts());
        String blanks = " ".repeat(KeptPlans.LENGTH_MAX - 10);
        for (int i = 0; i < 2 * KeptPlans.CHARACTERS_MAX / KeptPlans.LENGTH_MAX; i++) {
            assertNull(plans.of("g.V(" + i + ")" + blanks, () -> null));
        }
        assertTrue(plans.characters() <= KeptPlans.CHARACTERS_MAX, () -> "characters " + plans.characters());
        assertTrue(plans.texts() < KeptPlans.TEXTS_MAX, () -> "texts " + plans.texts());
        int before = plans.texts();
        assertNull(plans.of("g.V(1)" + " ".repeat(KeptPlans.LENGTH_MAX), () -> null));
        assertEquals(before, plans.texts(), "a text that is too long is not known");
    }

    @Test
    void aTextThatComesOnceIsNotPrepared() {
        Set<String> made = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            String text = "g.V().limit(" + i + ")";
            plans.of(text, () -> {
                made.add(text);
                return null;
            });
        }
        assertEquals(Set.of(), made);
    }

    /** The server looks at the time, and tells clients in its own words. */
    @Test
    void theTimeThatARequestAsksForIsNotLookedAtByItsTraversal() {
        int loops = 20_000;
        assertEquals(
                loops,
                served().with("evaluationTimeout", 1L)
                        .V(5L)
                        .repeat(__.both("likes").limit(1))
                        .emit()
                        .times(loops)
                        .count()
                        .next());
    }
}
