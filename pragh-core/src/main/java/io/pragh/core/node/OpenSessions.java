package io.pragh.core.node;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.access.VersionReader;
import io.pragh.core.standing.NodeBasis;
import io.pragh.core.txn.CommitCounters;
import java.util.concurrent.ConcurrentHashMap;

/** A node's open sessions, and the counts of the closed ones. Any thread. */
final class OpenSessions {
    private final NodeParts node;
    private final ConcurrentHashMap<Long, NodeSession> sessions = new ConcurrentHashMap<>();
    private final ReadCounters closedReads = new ReadCounters(); // guarded by this, and so is the next one
    private final CommitCounters closedCommits = new CommitCounters();

    OpenSessions(NodeParts node) {
        this.node = node;
    }

    /** Opens a session for a thread that runs {@code whileWaiting} while it waits for other nodes. */
    NodeSession open(Runnable whileWaiting) {
        Runnable meanwhile = () -> {
            node.checkServing();
            whileWaiting.run();
        };
        NodeBasis basis = node.basis;
        VersionReader reader = new VersionReader(node.readers, basis.fabric().open(), basis.pins(), meanwhile);
        NodeSession session = new NodeSession(
                node.newClient(),
                node.store,
                reader,
                node.timestamps.pending(),
                () -> node.transactions.open(node.newClient(), reader, meanwhile),
                node.scans.open(node.newClient(), node.config.read().timeoutNanos(), meanwhile),
                this::closed);
        sessions.put(session.id(), session);
        return session;
    }

    /** Adds up the counts of a closed session. */
    private synchronized void closed(NodeSession session) {
        if (sessions.remove(session.id()) != null) {
            closedReads.add(session.counters());
            session.addCommitsTo(closedCommits);
        }
    }

    /** The number of open sessions. */
    int size() {
        return sessions.size();
    }

    /** The counts of all reads so far. */
    synchronized ReadCounters reads() {
        ReadCounters sum = closedReads.copy();
        sessions.values().forEach(s -> sum.add(s.counters()));
        return sum;
    }

    /** The counts of all transactions' outcomes so far. */
    synchronized CommitCounters commits() {
        CommitCounters sum = new CommitCounters();
        sum.add(closedCommits);
        sessions.values().forEach(s -> s.addCommitsTo(sum));
        return sum;
    }
}
