package io.pragh.tinkerpop.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.handler.codec.DecoderException;
import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.util.empty.EmptyGraph;
import org.apache.tinkerpop.gremlin.util.function.Lambda;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.apache.tinkerpop.gremlin.util.ser.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks how a client understands the answers of servers, without any server. */
class RoutesTest {
    private final GraphTraversalSource g = AnonymousTraversalSource.traversal().with(EmptyGraph.instance());

    private static Map<String, Object> member(String server, Integer... partitions) {
        return Map.of("node", 0, "name", "n", "server", server, "partitions", List.of(partitions));
    }

    @Test
    void theServerOfAPartitionIsItsNodesUnlessNobodyReachesIt() {
        Routes routes = Routes.of(Map.of(
                "epoch",
                7L,
                "partitions",
                4,
                "members",
                List.of(member("[::1]:1", 0, 2), member("", 1), member("b:2"))));
        assertEquals(7, routes.epoch());
        assertEquals(4, routes.homes().partitions());
        InetSocketAddress first = InetSocketAddress.createUnresolved("::1", 1);
        assertEquals(List.of(first, InetSocketAddress.createUnresolved("b", 2)), routes.servers());
        assertEquals(first, routes.serverOf(2));
        assertNull(routes.serverOf(1), "its node is not reached by clients");
        assertNull(routes.serverOf(3), "nobody serves it");
        assertEquals("[::1]:1", RoutedCluster.text(first));
    }

    /** A source is kept while the cluster is started again, with fewer partitions than it had. */
    @Test
    void nobodyServesAPartitionThatOnlyAFormerClusterHad() {
        Routes routes = Routes.of(Map.of("epoch", 1L, "partitions", 4, "members", List.of(member("a:1", 0, 1, 2, 3))));
        assertNull(routes.serverOf(4));
        assertNull(routes.serverOf(15));
    }

    @Test
    void whatIsNoAnswerIsRefused() {
        assertThrows(PraghException.class, () -> Routes.of("hello"));
        assertThrows(PraghException.class, () -> Routes.of(Map.of("epoch", 1L)));
        assertThrows(
                PraghException.class,
                () -> Routes.of(Map.of("epoch", 1L, "partitions", 2, "members", List.of(member("a:1", 2)))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host", ":1", "host:", "host:0", "host:65536", "::1:80", "host:http"})
    void whatIsNoAddressIsRefused(String text) {
        assertThrows(PraghException.class, () -> Routes.address(text));
    }

    @Test
    void onlyWhatSurelyChangesNothingIsSentAgain() {
        assertTrue(again(
                g.V(1).out("knows").repeat(__.out()).times(2).has("age", 3).count()));
        assertTrue(again(g.V(1).choose(__.in(), __.where(__.both().hasLabel("x")))));
        assertTrue(again(g.with("evaluationTimeout", 500L).V(1).out()), "options of the request");
        assertFalse(again(g.V(1).property("age", 3)));
        assertFalse(again(g.addV()));
        assertFalse(again(g.V(1).out().drop()));
        assertFalse(again(g.V(1).choose(__.out(), __.addE("x").to(__.V(2)))));
        assertFalse(again(g.V(1).choose(__.in(), __.local(__.out().mergeV(Map.of())))));
        assertFalse(again(g.V(1).map(Lambda.function("it"))));
        assertFalse(again(g.call("anything")));
        assertFalse(again(g.io("file").write()));
        assertFalse(again(g.withSideEffect("x", 1).V(1)), "what else a source asks for is not looked at");
    }

    private static boolean again(Traversal<?, ?> traversal) {
        return QueryShape.onlyReads(traversal.asAdmin().getBytecode());
    }

    @Test
    void anErrorThatAServerAnswersIsNoLossOfTheServer() {
        assertTrue(ServerLink.isOutOfReach(new CompletionException(new IOException("reset"))));
        ResponseException answered = new ResponseException(ResponseStatusCode.SERVER_ERROR_TIMEOUT, "too late");
        assertFalse(ServerLink.isOutOfReach(new CompletionException(answered)));
        assertFalse(ServerLink.isOutOfReach(new IllegalArgumentException("ours")));
        assertFalse(ServerLink.isOutOfReach(new DecoderException(new SerializationException("what is this?"))));
    }
}
