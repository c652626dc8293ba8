package io.pragh.tinkerpop.server;

import io.pragh.tinkerpop.forward.Forwarder;
import org.apache.tinkerpop.gremlin.server.Settings;
import org.apache.tinkerpop.gremlin.server.util.DefaultGraphManager;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.jspecify.annotations.Nullable;

/** A server's graphs; tells the forwarder which requests are traversals by themselves. Any thread. */
public final class ServedGraphs extends DefaultGraphManager {
    /** What Gremlin Server calls the processor of traversals that are in no session. */
    private static final String TRAVERSALS = "traversal";

    private volatile @Nullable Forwarder forwarder;

    /** Made by Gremlin Server. */
    public ServedGraphs(Settings settings) {
        super(settings);
    }

    /** Who forwards traversals from now on. */
    void forwardWith(Forwarder forwards) {
        forwarder = forwards;
    }

    /** On the thread that executes the request. */
    @Override
    public void beforeQueryStart(RequestMessage request) {
        Forwarder forwards = forwarder;
        if (forwards != null) {
            forwards.begin(TRAVERSALS.equals(request.getProcessor()) && Tokens.OPS_BYTECODE.equals(request.getOp()));
        }
    }

    @Override
    public void onQuerySuccess(RequestMessage request) {
        ended();
    }

    /** Also when the client is gone, or the time is over. */
    @Override
    public void onQueryError(RequestMessage request, Throwable failure) {
        ended();
    }

    private void ended() {
        Forwarder forwards = forwarder;
        if (forwards != null) {
            forwards.end();
        }
    }
}
