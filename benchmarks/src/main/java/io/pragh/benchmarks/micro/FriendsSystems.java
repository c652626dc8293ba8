package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.CsrGraph;
import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.base.PraghException;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Everything that is asked for friends of friends beside each other, filled with the same R-MAT graph. One thread. */
final class FriendsSystems implements AutoCloseable {
    /** What the others are compared with. */
    static final String PRAGH = "Pragh, Gremlin";

    private final RmatParameters parameters;
    private final CsrGraph given;
    private final Map<String, FriendsGraph> graphs = new LinkedHashMap<>();

    /** None yet. */
    FriendsSystems(RmatParameters parameters) {
        this.parameters = parameters;
        given = CsrGraph.of(new RmatEdges(parameters), (int) parameters.vertexCount());
    }

    /** Arrays, Pragh in three ways and TinkerGraph. */
    void addOwn() {
        add("arrays", new ArrayFriends(given));
        TraversalGraph pragh = new TraversalGraph(GremlinSubject.PRAGH, parameters);
        add(PRAGH, pragh);
        add("Pragh, prepared", new PreparedFriends(pragh));
        add("Pragh, snapshot", new SnapshotFriends(pragh));
        add("TinkerGraph, Gremlin", new TraversalGraph(GremlinSubject.TINKER, parameters));
    }

    void add(String name, FriendsGraph graph) {
        graphs.put(name, graph);
    }

    /** One of those that cannot share a class path with Pragh; where it cannot be had, a line says why, and it is left out. */
    void add(PeerLoader peer) {
        try {
            peer.fetch();
        } catch (PraghException failure) {
            System.out.println("Left out: " + failure.getMessage());
            return;
        }
        add(peer.title(), peer.friends(parameters));
    }

    /** By name, in the order of their rows. */
    Map<String, FriendsGraph> graphs() {
        return Collections.unmodifiableMap(graphs);
    }

    /** The edges that all were filled with. */
    CsrGraph given() {
        return given;
    }

    /** The last one first. */
    @Override
    public void close() {
        close(graphs.values().iterator());
    }

    private static void close(Iterator<FriendsGraph> graphs) {
        if (graphs.hasNext()) {
            FriendsGraph graph = graphs.next();
            try (graph) {
                close(graphs);
            }
        }
    }
}
