package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.report.JsonText;
import io.pragh.benchmarks.report.Machine;
import io.pragh.benchmarks.report.TextTable;
import io.pragh.benchmarks.report.ThreadCost;
import io.pragh.core.base.PraghException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Friends of friends, 100 of 100, compared over all systems: {@link TraversalCost} runs this when it is given peers.
 * All answers are checked first. Each round has all questions in all systems by turns, the last one first in every
 * other round, from each of the same start vertices once; the median of the later half of the rounds counts. One
 * thread.
 */
final class FriendsCost {
    /** Warm-up of each question in each system before the first round, in processor time. */
    static final long WARM_UP_NANOS = 1_000_000_000;

    private final FriendsSystems systems;
    private final long[] starts;
    private final int rounds;
    private final long warmUpNanos;

    /**
     * The costs of a system: the average number of friends of friends of a start vertex there, and the cost of each
     * question.
     */
    record Row(String system, double found, Map<FriendsQuestion, ThreadCost> costs) {
        ThreadCost cost(FriendsQuestion question) {
            return costs.getOrDefault(question, new ThreadCost(Double.NaN, Double.NaN));
        }
    }

    /** A question to one system. One thread. */
    private final class Asked {
        private final FriendsQuestion question;
        private final String name;
        private final FriendsGraph graph;
        private final long total;
        private final List<ThreadCost> costs = new ArrayList<>();

        Asked(FriendsQuestion question, String name, FriendsCheck check) {
            this.question = question;
            this.name = name;
            this.graph = check.graph();
            this.total = check.total(question, starts);
        }

        void warmUp() {
            ThreadCost.countWithin(
                    warmUpNanos, Integer.MAX_VALUE, i -> graph.answer(question, starts[i % starts.length]));
        }

        void round() {
            long[] found = {0};
            costs.add(ThreadCost.of(starts.length, i -> found[0] += graph.answer(question, starts[i])));
            if (found[0] != total) {
                throw new PraghException("a graph answers otherwise than before: graph=" + name + " question="
                        + question + " expected=" + total + " found=" + found[0]);
            }
        }
    }

    FriendsCost(FriendsSystems systems, long[] starts, int rounds, long warmUpNanos) {
        this.systems = systems;
        this.starts = starts;
        this.rounds = rounds;
        this.warmUpNanos = warmUpNanos;
    }

    /**
     * Measures every question in every system.
     *
     * @throws PraghException if an answer is wrong
     */
    List<Row> measure() {
        Map<String, FriendsCheck> checks = new LinkedHashMap<>();
        systems.graphs().forEach((name, graph) -> checks.put(name, new FriendsCheck(name, graph, systems.given())));
        List<Asked> all = new ArrayList<>();
        for (FriendsQuestion question : FriendsQuestion.values()) { // so that the order of the systems alternates
            checks.forEach((name, check) -> all.add(new Asked(question, name, check)));
        }
        all.forEach(Asked::warmUp);
        for (int round = 0; round < rounds; round++) {
            all.forEach(Asked::round);
            Collections.reverse(all);
        }
        return rows(all);
    }

    private List<Row> rows(List<Asked> all) {
        List<Row> rows = new ArrayList<>();
        for (String name : systems.graphs().keySet()) {
            Map<FriendsQuestion, ThreadCost> costs = new EnumMap<>(FriendsQuestion.class);
            double found = 0;
            for (Asked asked : all) {
                if (asked.name.equals(name)) {
                    costs.put(asked.question, ThreadCost.medianOfLater(asked.costs));
                    found = asked.question == FriendsQuestion.COUNT ? (double) asked.total / starts.length : found;
                }
            }
            rows.add(new Row(name, found, costs));
        }
        return rows;
    }

    private static Row pragh(List<Row> rows) {
        return rows.stream()
                .filter(row -> row.system.equals(FriendsSystems.PRAGH))
                .findFirst()
                .orElseThrow();
    }

    static String table(List<Row> rows) {
        List<String> heads = new ArrayList<>(List.of("friends of friends", "found"));
        for (FriendsQuestion question : FriendsQuestion.values()) {
            heads.add(question.text() + "\nus");
            heads.add("of Pragh's\ntime");
            heads.add("\nbytes");
        }
        TextTable table = new TextTable(heads.toArray(String[]::new));
        for (Row row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.system, text("%,.1f", row.found)));
            for (FriendsQuestion question : FriendsQuestion.values()) {
                ThreadCost cost = row.cost(question);
                cells.add(text("%,.2f", cost.micros()));
                cells.add(
                        text("%,.2f", cost.micros() / pragh(rows).cost(question).micros()));
                cells.add(text("%,.0f", cost.bytes()));
            }
            table.row(cells.toArray(String[]::new));
        }
        return table.toString();
    }

    private static String text(String format, double number) {
        return String.format(Locale.ROOT, format, number);
    }

    static String json(RmatParameters parameters, int rounds, List<Row> rows) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("machine", Machine.describe());
        all.put("scale", parameters.scale());
        all.put("edges", parameters.edgeCount());
        all.put("rounds", rounds);
        List<Map<String, Object>> systems = new ArrayList<>();
        for (Row row : rows) {
            Map<String, Object> system = new LinkedHashMap<>();
            system.put("system", row.system);
            system.put("found", row.found);
            row.costs.forEach((question, cost) -> {
                String name = question.name().toLowerCase(Locale.ROOT);
                system.put(name + "Micros", cost.micros());
                system.put(name + "Bytes", cost.bytes());
            });
            systems.add(system);
        }
        all.put("systems", systems);
        return JsonText.of(all);
    }
}
