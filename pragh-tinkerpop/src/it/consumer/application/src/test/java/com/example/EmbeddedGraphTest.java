package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks a graph in the memory of an application. */
class EmbeddedGraphTest {
    @Test
    void queriesFindWhatWasCommitted() {
        try (PraghGraph graph = PraghGraph.build().nodes(4).open()) {
            GraphTraversalSource g = graph.traversal();
            g.addV("person").property("name", "marko").as("m")
                    .addV("person").property("name", "josh")
                    .addE("knows").from("m")
                    .iterate();
            g.tx().commit();
            assertEquals(List.of("josh"), g.V().has("name", "marko").out("knows").values("name").toList());
        }
    }

    @Test
    void anIndexIsUsed() {
        try (PraghGraph graph = PraghGraph.build().open()) {
            graph.createIndex(ElementKind.VERTEX, "name");
            GraphTraversalSource g = graph.traversal();
            g.addV("person").property("name", "marko").iterate();
            g.tx().commit();
            assertEquals(Set.of("name"), graph.indexes(ElementKind.VERTEX));
            assertEquals(1, g.V().has("name", "marko").count().next());
        }
    }

    @Test
    void filesAreLoaded(@TempDir Path folder) throws Exception {
        Path people = Files.writeString(folder.resolve("people.csv"), ":ID,name,age:int\n1,marko,29\n2,josh,32\n");
        Path knows = Files.writeString(folder.resolve("knows.csv"), ":START_ID,:END_ID,:TYPE\n1,2,knows\n");
        try (PraghGraph graph = PraghGraph.build().open()) {
            assertEquals(new GraphFiles.Loaded(2, 1), GraphFiles.load(graph, people, knows));
            GraphTraversalSource g = graph.traversal();
            assertEquals(32, g.V().has("name", "marko").out("knows").values("age").next());
        }
    }

    @Test
    void theWholeGraphIsComputedOn() {
        try (PraghGraph graph = PraghGraph.build().nodes(2).open()) {
            GraphTraversalSource g = graph.traversal();
            g.addV().as("a").addV().addE("knows").from("a").iterate();
            g.tx().commit();
            assertEquals(2, g.withComputer().V().pageRank().count().next());
        }
    }
}
