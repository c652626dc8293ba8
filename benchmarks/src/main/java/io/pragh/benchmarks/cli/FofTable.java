package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.Measurement;
import io.pragh.benchmarks.fof.Scheme;
import io.pragh.benchmarks.fof.SchemeResult;
import io.pragh.benchmarks.fof.Second;
import io.pragh.benchmarks.fof.WorstSecond;
import io.pragh.benchmarks.report.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Results side by side, in 100 columns. Stateless. */
final class FofTable {
    private static final double MILLISECONDS_FROM_MICROS = 100_000;

    private FofTable() {}

    static String of(List<SchemeResult> results) {
        TextTable table = new TextTable(
                "scheme",
                "queries/s",
                "reads/\nquery",
                "x\norig",
                "of\nideal",
                "p50\nus",
                "p99\nus",
                "remote",
                "opti-\nmum",
                "cache\nhits",
                "ops/\nquery",
                "kB/\nquery",
                "values\nmoved",
                "MB\nmoved");
        Optional<Double> orig = rate(results, Scheme.ORIG);
        Optional<Double> ideal = rate(results, Scheme.IDEAL);
        for (SchemeResult result : results) {
            Measurement measured = result.measured();
            double rate = measured.queriesPerSecond();
            table.row(
                    result.scheme().toString(),
                    count(Math.round(rate)),
                    decimal(1, measured.perQuery((double) measured.valueReads())),
                    orig.map(o -> decimal(1, rate / o)).orElse("-"),
                    ideal.map(i -> percent(rate / i)).orElse("-"),
                    decimal(1, measured.queryMicros(0.5)),
                    decimal(0, measured.queryMicros(0.99)),
                    percent(measured.remoteShare()),
                    measured.optimum().valueReads() == 0 ? "-" : percent(measured.optimalRemoteShare()),
                    result.scheme().isCaching() ? percent(measured.reads().cacheHitShare()) : "-",
                    decimal(1, measured.oneSidedOpsPerQuery()),
                    decimal(1, measured.bytesPerQuery() / 1e3),
                    count(result.valuesMoved()),
                    decimal(0, result.bytesMoved() / 1e6));
        }
        return table + worstSeconds(results) + madeAgain(results);
    }

    private static String madeAgain(List<SchemeResult> results) {
        StringBuilder lines = new StringBuilder();
        for (SchemeResult result : results) {
            lines.append(madeAgain(result.scheme() + ": ", result.measured().again()));
        }
        return lines.toString();
    }

    /** A line about calls that had to be made again; empty if there were none. */
    static String madeAgain(String subject, long calls) {
        return calls == 0
                ? ""
                : subject + count(calls) + (calls == 1 ? " call was" : " calls were")
                        + " made again, since a node did not answer for a moment: the machine may be overloaded\n";
    }

    /** The cost of migration while it ran: a line for each scheme with migration. */
    private static String worstSeconds(List<SchemeResult> results) {
        StringBuilder lines = new StringBuilder();
        for (SchemeResult result : results) {
            WorstSecond.of(result).ifPresent(worst -> lines.append(line(result.scheme(), worst)));
        }
        return lines.toString();
    }

    private static String line(Scheme scheme, WorstSecond worst) {
        Second second = worst.second();
        Double before = worst.ofBefore();
        String p99 = second.p99Micros() < MILLISECONDS_FROM_MICROS
                ? decimal(0, second.p99Micros()) + " us"
                : decimal(0, second.p99Micros() / 1e3) + " ms";
        return scheme + ": worst second since values move " + count(Math.round(second.queriesPerSecond())) + "/s, "
                + decimal(0, worst.ofMedian() * 100) + "% of median"
                + (before == null ? "" : ", " + decimal(0, before * 100) + "% of before") + ", p99 " + p99 + "\n";
    }

    private static Optional<Double> rate(List<SchemeResult> results, Scheme scheme) {
        return results.stream()
                .filter(r -> r.scheme() == scheme)
                .map(r -> r.measured().queriesPerSecond())
                .filter(rate -> rate > 0)
                .findFirst();
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String decimal(int digits, double number) {
        return String.format(Locale.ROOT, "%." + digits + "f", number);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", share * 100);
    }
}
