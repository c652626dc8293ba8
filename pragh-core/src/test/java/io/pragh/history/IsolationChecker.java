package io.pragh.history;

import io.pragh.history.Anomaly.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Judges recorded transactions over lists: names each anomaly that an isolation level forbids, with the transactions
 * concerned. It finds only what the reads show, so a history should end with reads of all keys. Time is linear in the
 * history. Any thread.
 */
// After Adya (Weak Consistency, 1999) and Kingsbury and Alvaro (Elle, VLDB 2020): elements are unique, so reads tell
// the order of versions and with it all dependencies; a history is wrong exactly if they form a forbidden cycle.
// Components decide whether there is one. Of its cycles the report shows the one whose name says most, hence the
// ladder in explain().
public final class IsolationChecker {
    private static final int CYCLES_SHOWN = 5;

    private static final int WRITES = Dependency.WRITE_WRITE.bit;
    private static final int FLOW = WRITES | Dependency.WRITE_READ.bit;
    private static final int DATA = FLOW | Dependency.READ_WRITE.bit;
    private static final int SESSIONS = DATA | Dependency.SESSION.bit;
    private static final int ALL = SESSIONS | Dependency.REAL_TIME.bit;

    private final Evidence evidence;
    private final Isolation level;
    private final DependencyGraph graph;

    private IsolationChecker(Evidence evidence, Isolation level) {
        this.evidence = evidence;
        this.level = level;
        this.graph = DependencyRules.graph(evidence, level.realTime());
    }

    /** The anomalies of a history, the plainest first; empty if there is none. */
    public static List<Anomaly> check(List<RecordedTransaction> transactions, Isolation level) {
        Evidence evidence = new Evidence(transactions);
        List<Anomaly> anomalies = new ArrayList<>(evidence.anomalies());
        anomalies.addAll(new IsolationChecker(evidence, level).cycles());
        return anomalies;
    }

    /** Fails with all anomalies; {@code run} says how to repeat the run. */
    public static void assertHolds(TransactionHistory history, Isolation level, Object run) {
        List<Anomaly> anomalies = check(history.transactions(), level);
        if (!anomalies.isEmpty()) {
            throw new AssertionError("not " + level + ": " + run + "\n"
                    + anomalies.stream().map(Anomaly::toString).collect(Collectors.joining("\n")));
        }
    }

    private List<Anomaly> cycles() {
        DependencyGraph judged = level.serializable() ? graph : graph.withoutAdjacentAntiDependencies();
        List<Anomaly> anomalies = new ArrayList<>();
        for (int[] component : Components.cyclic(judged)) {
            if (anomalies.size() == CYCLES_SHOWN) {
                break;
            }
            BitSet members = new BitSet(graph.nodes());
            for (int node : component) {
                members.set(graph.base(node));
            }
            anomalies.add(describe(explain(graph.keep(ALL, members::get))));
        }
        return anomalies;
    }

    /** The first cycle on a ladder from the plainest kind of anomaly to the most hidden. */
    private List<CycleSearch.Edge> explain(DependencyGraph part) {
        List<CycleSearch.Edge> cycle = cycleOf(part, WRITES);
        if (cycle.isEmpty()) {
            cycle = cycleOf(part, FLOW);
        }
        if (cycle.isEmpty()) {
            DependencyGraph data = part.keep(DATA, node -> true);
            cycle = CycleSearch.withOneAntiDependency(data, nodesOf(Components.cyclic(data)));
        }
        for (int kinds : new int[] {DATA, SESSIONS, ALL}) {
            if (cycle.isEmpty()) {
                cycle = cycleWithoutAdjacent(part, kinds);
            }
            if (cycle.isEmpty() && level.serializable()) {
                cycle = cycleOf(part, kinds);
            }
        }
        if (cycle.isEmpty()) {
            throw new AssertionError("a component without a cycle");
        }
        return cycle;
    }

    private static List<CycleSearch.Edge> cycleOf(DependencyGraph part, int kinds) {
        DependencyGraph kept = part.keep(kinds, node -> true);
        return CycleSearch.shortest(kept, nodesOf(Components.cyclic(kept)));
    }

    private static List<CycleSearch.Edge> cycleWithoutAdjacent(DependencyGraph part, int kinds) {
        DependencyGraph layered = part.keep(kinds, node -> true).withoutAdjacentAntiDependencies();
        return CycleSearch.shortest(layered, nodesOf(Components.cyclic(layered)));
    }

    private static int[] nodesOf(List<int[]> components) {
        return components.stream().flatMapToInt(Arrays::stream).toArray();
    }

    private static Kind name(List<CycleSearch.Edge> cycle) {
        boolean sameKey = true;
        boolean adjacent = false;
        int kinds = 0;
        int antiDependencies = 0;
        for (int i = 0; i < cycle.size(); i++) {
            CycleSearch.Edge edge = cycle.get(i);
            CycleSearch.Edge next = cycle.get((i + 1) % cycle.size());
            kinds |= edge.kind().bit;
            sameKey &= edge.key() == cycle.get(0).key();
            if (edge.kind() == Dependency.READ_WRITE) {
                antiDependencies++;
                adjacent |= next.kind() == Dependency.READ_WRITE && cycle.size() > 1;
            }
        }
        if (Dependency.REAL_TIME.in(kinds)) {
            return Kind.REAL_TIME_VIOLATION;
        } else if (Dependency.SESSION.in(kinds)) {
            return Kind.SESSION_VIOLATION;
        } else if (antiDependencies == 0) {
            return Dependency.WRITE_READ.in(kinds) ? Kind.CIRCULAR_FLOW : Kind.DIRTY_WRITE;
        } else if (sameKey && !Dependency.WRITE_READ.in(kinds)) {
            return Kind.LOST_UPDATE;
        } else if (antiDependencies == 1) {
            return Kind.READ_SKEW;
        }
        return adjacent ? Kind.WRITE_SKEW : Kind.LONG_FORK;
    }

    private Anomaly describe(List<CycleSearch.Edge> cycle) {
        StringBuilder text = new StringBuilder("a cycle of " + cycle.size());
        List<Integer> numbers = new ArrayList<>();
        for (CycleSearch.Edge edge : cycle) {
            RecordedTransaction from = evidence.transactions().get(edge.from());
            numbers.add(from.id());
            text.append("\n  ")
                    .append(from)
                    .append("\n    -")
                    .append(edge.kind())
                    .append("-> ");
            text.append(because(edge))
                    .append(" T")
                    .append(evidence.transactions().get(edge.to()).id());
        }
        return new Anomaly(name(cycle), text.toString(), numbers);
    }

    private static String because(CycleSearch.Edge edge) {
        String element = "element " + edge.element();
        return switch (edge.kind()) {
            case WRITE_WRITE -> "it appended to key " + edge.key() + " before " + element + " came, of";
            case WRITE_READ -> "its " + element + " of key " + edge.key() + " was read by";
            case READ_WRITE -> "it read key " + edge.key() + " without " + element + ", of";
            case SESSION -> "in the same process it was followed by";
            case REAL_TIME -> "it had ended before the beginning of";
            case ONWARD -> throw new AssertionError("a joint is no transaction");
        };
    }
}
