package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.Measurement;
import io.pragh.benchmarks.fof.PutLatency;
import io.pragh.benchmarks.fof.PutTimes;
import io.pragh.benchmarks.report.TextTable;
import io.pragh.core.base.LatencyRecorder;

/** Latencies of PUTs without and with migration, side by side. Stateless. */
final class PutTable {
    private PutTable() {}

    static String of(Measurement without, Measurement with) {
        TextTable table = new TextTable("PUT latency, us", "without\nmigration", "with\nmigration", "ratio");
        PutTimes calm = without.insertTimes();
        PutTimes moving = with.insertTimes();
        percentiles(table, "", calm.calls(), moving.calls());
        percentiles(table, "with queue: ", calm.queued(), moving.queued());
        percentiles(table, "waited: ", calm.waited(), moving.waited());
        table.row(
                "waited for a node", FofTable.percent(calm.waitedShare()), FofTable.percent(moving.waitedShare()), "");
        row(table, "PUTs/s", without.insertsPerSecond(), with.insertsPerSecond());
        row(table, "queries/s", without.queriesPerSecond(), with.queriesPerSecond());
        row(table, "values moved", (double) without.valuesMoved(), (double) with.valuesMoved());
        return table
                + FofTable.madeAgain("without migration: ", without.again())
                + FofTable.madeAgain("with migration: ", with.again());
    }

    private static void percentiles(TextTable table, String prefix, LatencyRecorder without, LatencyRecorder with) {
        PutLatency calm = new PutLatency(without);
        PutLatency moving = new PutLatency(with);
        percentile(table, prefix + "p50", calm.micros(0.5), moving.micros(0.5));
        percentile(table, prefix + "p90", calm.micros(0.9), moving.micros(0.9));
        percentile(table, prefix + "p99", calm.micros(0.99), moving.micros(0.99));
        percentile(table, prefix + "p99.9", calm.micros(0.999), moving.micros(0.999));
        percentile(table, prefix + "max", calm.micros(1), moving.micros(1));
    }

    private static void percentile(TextTable table, String label, double without, double with) {
        table.row(label, FofTable.decimal(1, without), FofTable.decimal(1, with), ratio(without, with));
    }

    private static void row(TextTable table, String label, double without, double with) {
        table.row(label, FofTable.count(Math.round(without)), FofTable.count(Math.round(with)), ratio(without, with));
    }

    private static String ratio(double without, double with) {
        return without > 0 ? FofTable.decimal(2, with / without) : "-";
    }
}
