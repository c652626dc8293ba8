package io.pragh.benchmarks.ldbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the files of a social network are loaded with the types of their columns. */
class SnbGraphTest {
    @TempDir
    private Path folder;

    private void write(String name, String... lines) throws IOException {
        Files.write(folder.resolve(name + "_0_0.csv"), List.of(lines));
    }

    private void writePeople() throws IOException {
        write(
                "person",
                "id|firstName|lastName|gender|birthday|creationDate|locationIP|browserUsed|language|email",
                "1|Ada|Lovelace|female|0|5|::1|Lynx|en;fr|a@x.org;b@x.org",
                "2|Alan|Turing|male|0|6|::1|Lynx|en|");
        write("person_knows_person", "Person.id|Person.id|creationDate", "1|2|7");
    }

    @Test
    void fieldsAreWhatTheirColumnsSay() throws IOException {
        writePeople();
        write(
                "comment",
                "id|creationDate|locationIP|browserUsed|content|length",
                "1|8|::1|Lynx|\"Oh\", she said, \"no\"|19");
        write("comment_hasCreator_person", "Comment.id|Person.id", "1|2");
        for (SnbGraph graph : List.of(SnbGraph.inPragh(2, folder), SnbGraph.inTinkerGraph(folder))) {
            try (graph) {
                GraphTraversalSource g = graph.traversal();
                assertEquals(
                        List.of(List.of("a@x.org", "b@x.org")),
                        g.V("person:1").values("email").toList());
                assertEquals(List.of(), g.V("person:2").values("email").toList());
                assertEquals(
                        List.of(7L),
                        g.V("person:1").outE("knows").values("creationDate").toList());
                Vertex comment = g.V("person:2").in("hasCreator").next();
                assertEquals("comment", comment.label());
                assertEquals("\"Oh\", she said, \"no\"", comment.value("content"));
                assertEquals((Integer) 19, comment.value("length"));
                assertEquals(3, graph.loaded().vertices());
                assertEquals(2, graph.loaded().edges());
            }
        }
    }

    @Test
    void messagesWithoutFileAreThoseThatSomebodyHasCreated() throws IOException {
        writePeople();
        write("post_hasCreator_person", "Post.id|Person.id", "1|1", "2|1");
        try (SnbGraph graph = SnbGraph.inTinkerGraph(folder)) {
            assertEquals(
                    List.of(1L, 2L),
                    graph.traversal()
                            .V("person:1")
                            .in("hasCreator")
                            .hasLabel("post")
                            .values("id")
                            .order()
                            .toList());
        }
    }

    @Test
    void folderWithoutPeopleIsRefused() throws IOException {
        write("place", "id|name|url|type", "1|Ur|http://ur|city");
        String told = assertThrows(IOException.class, () -> SnbGraph.inPragh(1, folder))
                .getMessage();
        assertTrue(told.contains("person_0_0.csv"), told);
    }
}
