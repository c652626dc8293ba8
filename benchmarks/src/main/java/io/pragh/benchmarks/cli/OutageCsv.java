package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.Outage;
import io.pragh.benchmarks.fof.OutagePoint;
import java.util.List;
import java.util.Locale;

/** Writes a run in which a node was killed as comma-separated values, a line for each half second. Stateless. */
final class OutageCsv {
    private static final List<String> HEAD = List.of(
            "seconds",
            "queries_per_second",
            "reaching_per_second",
            "others_per_second",
            "inserts_per_second",
            "remote_share",
            "failed_again",
            "failed_again_others",
            "failed_for_good",
            "waiting",
            "longest_ms",
            "values_moved",
            "mark");

    private OutageCsv() {}

    /** All lines, with the header first. */
    static String of(Outage outage) {
        StringBuilder lines = new StringBuilder(String.join(",", HEAD)).append('\n');
        double before = 0;
        for (OutagePoint point : outage.points()) {
            lines.append(String.format(
                    Locale.ROOT,
                    "%.2f,%.1f,%.1f,%.1f,%.1f,%.4f,%d,%d,%d,%d,%.1f,%d,%s%n",
                    point.seconds(),
                    point.queriesPerSecond(),
                    point.reachingPerSecond(),
                    point.othersPerSecond(),
                    point.insertsPerSecond(),
                    point.remoteShare(),
                    point.again(),
                    point.againOthers(),
                    point.failed(),
                    point.waiting(),
                    point.longestMillis(),
                    point.valuesMoved(),
                    marks(outage, before, point.seconds())));
            before = point.seconds();
        }
        return lines.toString();
    }

    private static String marks(Outage outage, double from, double to) {
        return String.join(
                " ",
                OutageMark.of(outage).stream()
                        .filter(mark -> mark.seconds() > from && mark.seconds() <= to)
                        .map(OutageMark::name)
                        .toList());
    }
}
