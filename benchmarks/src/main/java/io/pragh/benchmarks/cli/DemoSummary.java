package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.DemoRun;
import io.pragh.benchmarks.fof.Measurement;
import io.pragh.benchmarks.report.TextTable;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The results of the demo, in a table. Stateless. */
final class DemoSummary {
    private DemoSummary() {}

    static String of(DemoRun.Result result) {
        Measurement before = result.before();
        Measurement after = result.after();
        if (before == null) {
            return "Stopped before anything was measured.\n";
        }
        TextTable table = new TextTable(
                "", "before\nmigration", result.complete() || after == null ? "after\nmigration" : "while\nmigrating");
        row(table, before, after, "queries/s", m -> FofTable.count(Math.round(m.queriesPerSecond())));
        row(table, before, after, "remote share of all reads", m -> FofTable.percent(m.remoteShare()));
        row(
                table,
                before,
                after,
                "  the best with one copy of each value",
                m -> FofTable.percent(m.optimalRemoteShare()));
        row(
                table,
                before,
                after,
                "location cache hits",
                m -> FofTable.percent(m.reads().cacheHitShare()));
        row(table, before, after, "latency, median (us)", m -> FofTable.decimal(1, m.queryMicros(0.5)));
        row(table, before, after, "latency, 99th percentile (us)", m -> FofTable.decimal(1, m.queryMicros(0.99)));
        row(
                table,
                before,
                after,
                "processor time of the clients per query (us)",
                m -> FofTable.decimal(1, m.perQuery(m.cpuNanos() / 1e3)));
        row(table, before, after, "one-sided operations per query", m -> FofTable.decimal(1, m.oneSidedOpsPerQuery()));
        row(table, before, after, "kB over the fabric per query", m -> FofTable.decimal(1, m.bytesPerQuery() / 1e3));
        long again = before.again() + (after == null ? 0 : after.again());
        return table + sentence(result, before, after) + FofTable.madeAgain("", again);
    }

    private static void row(
            TextTable table,
            Measurement before,
            @Nullable Measurement after,
            String label,
            Function<Measurement, String> show) {
        table.row(label, show.apply(before), after == null ? "-" : show.apply(after));
    }

    private static String sentence(DemoRun.Result result, Measurement before, @Nullable Measurement after) {
        if (after == null) {
            return "Stopped before migration was switched on.\n";
        }
        String moved = String.format(
                Locale.ROOT,
                "%s values (%.1f MB) were moved to where they are read",
                FofTable.count(result.valuesMoved()),
                result.bytesMoved() / 1e6);
        return moved + (result.complete() ? "; " + difference(before, after) : "") + ".\n";
    }

    /** Throughput and latency are shown together: throughput may rise although each query takes longer. */
    private static String difference(Measurement before, Measurement after) {
        double queries = after.queriesPerSecond() / Math.max(1, before.queriesPerSecond());
        double latency = after.queryMicros(0.5) / Math.max(0.1, before.queryMicros(0.5));
        return FofTable.decimal(1, queries) + " times as many queries per second as before, "
                + FofTable.decimal(1, latency) + " times the median latency";
    }
}
