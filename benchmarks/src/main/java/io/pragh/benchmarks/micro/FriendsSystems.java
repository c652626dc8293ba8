package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.CsrGraph;
import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.base.PraghException;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** All systems that are compared on friends of friends, filled with the same R-MAT graph. One thread. */
final class FriendsSystems implements AutoCloseable {
    /** The system with which the others are compared. */
    static final String PRAGH = "Pragh, Gremlin";

    private final RmatParameters parameters;
    private final CsrGraph given;
    private final Map<String, FriendsGraph> graphs = new LinkedHashMap<>();

    /** Starts without systems. */
    FriendsSystems(RmatParameters parameters) {
        this.parameters = parameters;
        given = CsrGraph.of(new RmatEdges(parameters), (int) parameters.vertexCount());
    }

    /** Adds arrays, Pragh in three ways and TinkerGraph. */
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

    /**
     * Adds a system that cannot share a class path with Pragh; if it is not available, it is left out and a line says
     * why.
     */
    void add(PeerLoader peer) {
        try {
            peer.fetch();
        } catch (PraghException failure) {
            System.out.println("Left out: " + failure.getMessage());
            return;
        }
        add(peer.title(), peer.friends(parameters));
    }

    /** The systems by name, in the order of their rows. */
    Map<String, FriendsGraph> graphs() {
        return Collections.unmodifiableMap(graphs);
    }

    /** The edges with which all were filled. */
    CsrGraph given() {
        return given;
    }

    /** Closes the last one first. */
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
