package io.pragh.tinkerpop.cli.cluster;

import io.pragh.core.api.TransactionEnd;
import io.pragh.core.census.Figure;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.census.NodeStatistics.Peer;
import io.pragh.core.census.NodeStatistics.Standing;
import io.pragh.core.placement.CoordinatorRole;
import io.pragh.tinkerpop.metrics.ProcessStatus;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The state of a cluster, by the answers of its processes. Immutable.
 *
 * @param healthy whether all answered and are members in good standing
 * @param epoch of the newest view in any answer
 * @param coordinator name of the node that is the leader; empty when none of those that answered is
 * @param members those that were asked, and those that others know
 */
record ClusterReport(boolean healthy, long epoch, String coordinator, List<Member> members) {
    private static final String NO_ANSWER = "no answer";
    private static final String NOT_ASKED = "not asked";
    private static final String ENDED = "ended";
    private static final String STANDBY = "standby";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Set<TransactionEnd> ABORTS =
            EnumSet.of(TransactionEnd.CONFLICT, TransactionEnd.REFUSED, TransactionEnd.TOO_OLD, TransactionEnd.UNKNOWN);

    /**
     * A member. Numbers are zero when it has not answered.
     *
     * @param reason why it has not answered; empty when it has
     * @param memoryUsed bytes used of its partitions' memory
     * @param memoryMax bound on these bytes
     * @param remoteReadShare of keys and values read, 0 to 1
     * @param cacheHitShare of the look-ups in the location cache, 0 to 1
     * @param migrations values that migrated to it
     * @param traffic operations that it has posted to each of the others
     * @param data description of its data folder; empty without one
     */
    record Member(
            String name,
            int node,
            String state,
            String reason,
            String address,
            long pid,
            long epoch,
            List<Integer> partitions,
            long keys,
            long memoryUsed,
            long memoryMax,
            double remoteReadShare,
            double cacheHitShare,
            long commits,
            long aborts,
            long migrations,
            String coordinator,
            List<Peer> traffic,
            String data) {
        static Member silent(
                String name, int node, String state, String reason, String address, List<Integer> partitions) {
            return new Member(
                    name, node, state, reason, address, 0, 0, partitions, 0, 0, 0, 0, 0, 0, 0, 0, "", List.of(), "");
        }
    }

    static ClusterReport of(List<StatusClient.Answer> answers) {
        List<Member> members = new ArrayList<>();
        NodeStatistics newest = null;
        boolean healthy = true;
        String coordinator = "";
        for (StatusClient.Answer answer : answers) {
            ProcessStatus status = answer.status();
            if (status == null) {
                healthy = false;
                String state = answer.target().runs() ? NO_ANSWER : ENDED;
                members.add(Member.silent(answer.target().name(), -1, state, answer.reason(), "", List.of()));
                continue;
            }
            if (status.nodes().isEmpty()) {
                members.add(Member.silent(answer.target().name(), -1, STANDBY, "", "", List.of()));
            }
            for (NodeStatistics node : status.nodes()) {
                members.add(member(status, node));
                healthy &= node.standing() == Standing.MEMBER;
                newest = newest == null || node.epoch() > newest.epoch() ? node : newest;
                coordinator = node.coordinator() == CoordinatorRole.LEADS ? node.name() : coordinator;
            }
        }
        if (newest != null) {
            addUnasked(members, newest);
        }
        return new ClusterReport(healthy, newest == null ? 0 : newest.epoch(), coordinator, List.copyOf(members));
    }

    /**
     * Adds members that were not asked but are known to others, and completes those that have not answered but are
     * not expelled.
     */
    private static void addUnasked(List<Member> members, NodeStatistics newest) {
        for (NodeStatistics.Member known : newest.members()) {
            if (members.stream().noneMatch(m -> m.name().equals(known.name()))) {
                members.add(
                        Member.silent(known.name(), known.node(), NOT_ASKED, "", known.address(), known.partitions()));
            }
        }
    }

    private static Member member(ProcessStatus process, NodeStatistics node) {
        return new Member(
                node.name(),
                node.node(),
                node.standing().name().toLowerCase(Locale.ROOT).replace('_', '-')
                        + (node.recovered() ? "" : ", recovers"),
                "",
                node.address(),
                process.pid(),
                node.epoch(),
                node.partitions().stream().map(NodeStatistics.Share::partition).toList(),
                node.sum(Figure.KEYS),
                node.partitions().stream().mapToLong(NodeStatistics.Share::used).sum(),
                node.sum(Figure.MEMORY_MAX),
                share(node.sum(Figure.READS, "place", "remote"), node.sum(Figure.READS)),
                share(node.sum(Figure.CACHE_LOOKUPS, "result", "hit"), node.sum(Figure.CACHE_LOOKUPS)),
                ended(node, EnumSet.of(TransactionEnd.COMMITTED)),
                ended(node, ABORTS),
                node.sum(Figure.MIGRATIONS, "outcome", "moved"),
                node.coordinator().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                node.peers(),
                data(node));
    }

    private static String data(NodeStatistics node) {
        if (!node.has(Figure.LOG_BEHIND)) {
            return "";
        }
        NodeStatistics.Latency syncs = node.syncLatency();
        long count = syncs.counts().stream().mapToLong(Long::longValue).sum();
        return String.format(
                Locale.ROOT,
                "%,d records in %,d syncs of %.2f ms, %s of log behind the checkpoint of %,d s ago%s",
                node.sum(Figure.LOG_RECORDS),
                count,
                count == 0 ? 0 : syncs.sumNanos() / NANOS_PER_MILLI / count,
                bytes(node.sum(Figure.LOG_BEHIND)),
                node.sum(Figure.CHECKPOINT_AGE),
                node.sum(Figure.LOG_FAILED) == 0 ? "" : ", and NOTHING CAN BE WRITTEN ANY MORE");
    }

    private static long ended(NodeStatistics node, Set<TransactionEnd> ends) {
        return ends.stream()
                .mapToLong(end -> node.sum(Figure.TRANSACTIONS, "end", Figure.label(end)))
                .sum();
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    /** A table for users, and a line about the whole. */
    List<String> lines() {
        TextTable table = new TextTable(
                "node",
                "state",
                "epoch",
                "coordinator",
                "partitions",
                "keys",
                "memory",
                "of",
                "remote reads",
                "cache hits",
                "commits",
                "aborts",
                "migrations",
                "address");
        for (Member m : members) {
            if (m.pid() == 0) {
                table.row(
                        m.name(),
                        m.state(),
                        "",
                        "",
                        partitions(m),
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        m.reason().isEmpty() ? m.address() : m.reason());
            } else {
                table.row(
                        m.name(),
                        m.state(),
                        "" + m.epoch(),
                        m.coordinator(),
                        partitions(m),
                        number(m.keys()),
                        bytes(m.memoryUsed()),
                        bytes(m.memoryMax()),
                        percent(m.remoteReadShare()),
                        percent(m.cacheHitShare()),
                        number(m.commits()),
                        number(m.aborts()),
                        number(m.migrations()),
                        m.address());
            }
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.add("");
        tellOfAll(lines);
        return lines;
    }

    private void tellOfAll(List<String> lines) {
        long answered = members.stream().filter(m -> m.pid() != 0).count();
        long standbys = members.stream().filter(m -> m.state().equals(STANDBY)).count();
        members.stream()
                .filter(m -> !m.data().isEmpty())
                .forEach(m -> lines.add(m.name() + " keeps its graph: " + m.data()));
        lines.add("epoch " + epoch + ", " + answered + " of " + (members.size() - standbys)
                + " members answered, coordinator: "
                + (coordinator.isEmpty() ? "none of those that answered leads" : coordinator)
                + (standbys == 0 ? "" : ", " + standbys + (standbys == 1 ? " standby" : " standbys") + " left"));
    }

    /** For users: the operations that each member has posted to each other one. */
    List<String> trafficLines() {
        TextTable table =
                new TextTable("from", "to", "reads", "writes", "atomics", "one-sided", "messages", "in messages");
        for (Member m : members) {
            for (Peer to : m.traffic()) {
                table.row(
                        m.name(),
                        to.name(),
                        number(to.reads()),
                        number(to.writes()),
                        number(to.cas() + to.fetchAdds()),
                        bytes(to.bytes() - to.messageBytes()),
                        number(to.messages()),
                        bytes(to.messageBytes()));
            }
        }
        return table.lines();
    }

    /** Combines neighbouring partitions: {@code 0-3,8}. */
    private static String partitions(Member member) {
        StringBuilder text = new StringBuilder();
        List<Integer> sorted = List.copyOf(new TreeSet<>(member.partitions()));
        for (int i = 0; i < sorted.size(); i++) {
            int first = sorted.get(i);
            while (i + 1 < sorted.size() && sorted.get(i + 1) == sorted.get(i) + 1) {
                i++;
            }
            text.append(text.length() == 0 ? "" : ",").append(first);
            text.append(sorted.get(i) == first ? "" : "-" + sorted.get(i));
        }
        return text.toString();
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    private static String bytes(long bytes) {
        return bytes < 10L << 30
                ? String.format(Locale.ROOT, "%,.1f MiB", bytes / (double) (1 << 20))
                : String.format(Locale.ROOT, "%,.0f GiB", bytes / (double) (1 << 30));
    }
}
