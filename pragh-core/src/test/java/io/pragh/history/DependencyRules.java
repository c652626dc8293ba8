package io.pragh.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Derives the dependency graph of a history from its reads. One thread, one graph. */
// Two kinds of dependencies would need an edge per pair, so they go through joints. Real time: completions in their
// order form a chain of joints; a transaction points to the joint of its completion, and the newest joint points to
// the transactions that begin then. Unseen appends: those that no read shows follow all that some read shows, in an
// unknown order; one joint per key stands between.
final class DependencyRules {
    private static final int NONE = -1;

    private final Evidence evidence;
    private final DependencyGraph.Edges edges = new DependencyGraph.Edges();
    private int nodes;

    private DependencyRules(Evidence evidence) {
        this.evidence = evidence;
        this.nodes = evidence.transactions().size();
    }

    static DependencyGraph graph(Evidence evidence, boolean realTime) {
        DependencyRules rules = new DependencyRules(evidence);
        evidence.keys().forEach(rules::addKey);
        rules.addSessions();
        if (realTime) {
            rules.addRealTime();
        }
        return rules.edges.build(evidence.transactions().size(), rules.nodes);
    }

    private void addKey(long key, KeyVersions versions) {
        long[] order = versions.order();
        int[] writers = Arrays.stream(order).mapToInt(e -> writer(versions, e)).toArray();
        int[] before = new int[order.length + 1];
        before[0] = NONE;
        for (int i = 0; i < order.length; i++) {
            before[i + 1] = writers[i] >= 0 ? i : before[i];
            int former = before[i];
            if (writers[i] >= 0 && former >= 0 && writers[former] != writers[i]) {
                edges.add(writers[former], writers[i], Dependency.WRITE_WRITE, key, order[i]);
            }
        }
        int[] after = new int[order.length + 1];
        after[order.length] = NONE;
        for (int i = order.length - 1; i >= 0; i--) {
            after[i] = writers[i] >= 0 ? i : after[i + 1];
        }
        List<Integer> atEnd = new ArrayList<>();
        for (KeyVersions.Read read : versions.reads()) {
            int t = read.transaction();
            int seen = before[read.length()];
            if (seen >= 0 && writers[seen] != t) {
                edges.add(writers[seen], t, Dependency.WRITE_READ, key, order[seen]);
            }
            int missed = after[read.length()];
            if (missed == NONE) {
                atEnd.add(t);
            } else if (writers[missed] != t) {
                edges.add(t, writers[missed], Dependency.READ_WRITE, key, order[missed]);
            }
        }
        int last = before[order.length];
        addUnseen(key, versions, last < 0 ? NONE : writers[last], atEnd);
    }

    /**
     * The transaction that appended an element, if it happened; unknown elements and aborted appends are reported
     * elsewhere and order nothing.
     */
    private int writer(KeyVersions versions, long element) {
        int writer = versions.writer(element);
        return writer >= 0 && evidence.happened(writer) ? writer : NONE;
    }

    private void addUnseen(long key, KeyVersions versions, int lastWriter, List<Integer> readers) {
        Map<Integer, Long> unseen = new HashMap<>();
        versions.writers().forEach((element, t) -> {
            if (evidence.happened(t) && !versions.isObserved(element)) {
                unseen.putIfAbsent(t, element);
            }
        });
        if (unseen.isEmpty()) {
            return;
        }
        int joint = nodes++;
        unseen.forEach((t, element) -> edges.add(joint, t, Dependency.ONWARD, key, element));
        if (lastWriter >= 0 && !unseen.containsKey(lastWriter)) {
            edges.add(lastWriter, joint, Dependency.WRITE_WRITE, key, 0);
        }
        boolean first = true;
        for (int reader : readers) {
            if (!unseen.containsKey(reader)) {
                edges.add(reader, joint, Dependency.READ_WRITE, key, 0);
            } else if (first) {
                // through the joint the transaction would come before itself; a second transaction like it is a lost
                // update and reported as such
                first = false;
                unseen.forEach((t, element) -> {
                    if (t != reader) {
                        edges.add(reader, t, Dependency.READ_WRITE, key, element);
                    }
                });
            }
        }
    }

    private List<Integer> happened(Comparator<RecordedTransaction> order) {
        List<RecordedTransaction> all = evidence.transactions();
        List<Integer> happened = new ArrayList<>();
        for (int t = 0; t < all.size(); t++) {
            if (evidence.happened(t)) {
                happened.add(t);
            }
        }
        happened.sort((a, b) -> order.compare(all.get(a), all.get(b)));
        return happened;
    }

    /** A transaction without an answer may take effect at any later time, so nothing follows it. */
    private boolean isAcknowledged(int t) {
        return evidence.transactions().get(t).outcome() == Outcome.COMMITTED;
    }

    private void addSessions() {
        Map<Integer, Integer> lastOf = new HashMap<>();
        for (int t : happened(Comparator.comparingLong(RecordedTransaction::invoked))) {
            int process = evidence.transactions().get(t).process();
            Integer last = lastOf.get(process);
            if (last != null) {
                edges.add(last, t, Dependency.SESSION, 0, 0);
            }
            if (isAcknowledged(t)) {
                lastOf.put(process, t);
            }
        }
    }

    private void addRealTime() {
        List<RecordedTransaction> all = evidence.transactions();
        List<Integer> completed = happened(Comparator.comparingLong(RecordedTransaction::completed));
        completed.removeIf(t -> !isAcknowledged(t));
        int newest = NONE;
        int next = 0;
        for (int t : happened(Comparator.comparingLong(RecordedTransaction::invoked))) {
            for (; next < completed.size(); next++) {
                int earlier = completed.get(next);
                if (all.get(earlier).completed() >= all.get(t).invoked()) {
                    break;
                }
                int joint = nodes++;
                edges.add(earlier, joint, Dependency.REAL_TIME, 0, 0);
                if (newest != NONE) {
                    edges.add(newest, joint, Dependency.ONWARD, 0, 0);
                }
                newest = joint;
            }
            if (newest != NONE && all.get(t).fresh()) {
                edges.add(newest, t, Dependency.ONWARD, 0, 0);
            }
        }
    }
}
