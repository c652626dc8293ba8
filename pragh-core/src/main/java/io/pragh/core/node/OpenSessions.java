package io.pragh.core.node;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.txn.CommitCounters;
import java.util.concurrent.ConcurrentHashMap;

/** A node's sessions, and what those have counted that are closed. Any thread. */
final class OpenSessions {
    private final ConcurrentHashMap<Long, NodeSession> sessions = new ConcurrentHashMap<>();
    private final ReadCounters closedReads = new ReadCounters(); // locked by this, and the next one too
    private final CommitCounters closedCommits = new CommitCounters();

    NodeSession add(NodeSession session) {
        sessions.put(session.id(), session);
        return session;
    }

    /** A session is closed, and counts no more. */
    synchronized void closed(NodeSession session) {
        if (sessions.remove(session.id()) != null) {
            closedReads.add(session.counters());
            session.addCommitsTo(closedCommits);
        }
    }

    /** How many are open. */
    int size() {
        return sessions.size();
    }

    /** All reads so far. */
    synchronized ReadCounters reads() {
        ReadCounters sum = closedReads.copy();
        sessions.values().forEach(s -> sum.add(s.counters()));
        return sum;
    }

    /** The ends of all transactions so far. */
    synchronized CommitCounters commits() {
        CommitCounters sum = new CommitCounters();
        sum.add(closedCommits);
        sessions.values().forEach(s -> s.addCommitsTo(sum));
        return sum;
    }
}
