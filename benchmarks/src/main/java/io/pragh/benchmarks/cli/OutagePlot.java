package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.Outage;
import io.pragh.benchmarks.fof.OutagePoint;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Draws a run in which a node was killed as a picture (SVG): panels over one time axis, and a line for each event.
 * Stateless.
 */
final class OutagePlot {
    private static final int WIDTH = 900;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int PANEL = 130;
    private static final int GAP = 40;
    private static final int TICKS = 10;
    private static final int MARK_LINE = 12;

    private OutagePlot() {}

    private record Curve(String name, String colour, ToDoubleFunction<OutagePoint> value) {}

    private record Panel(String title, List<Curve> curves) {}

    private static final List<Panel> PANELS = List.of(
            new Panel(
                    "queries/s",
                    List.of(
                            new Curve("all", "#1f77b4", OutagePoint::queriesPerSecond),
                            new Curve(
                                    "of those that need nothing of the node",
                                    "#2ca02c",
                                    OutagePoint::othersPerSecond))),
            new Panel(
                    "remote share of reads, %",
                    List.of(new Curve("remote", "#9467bd", point -> point.remoteShare() * 100))),
            new Panel(
                    "calls",
                    List.of(
                            new Curve(
                                    "failed in a half second, can be tried again",
                                    "#d62728",
                                    point -> point.again() + (double) point.againOthers()),
                            new Curve("waiting", "#ff7f0e", OutagePoint::waiting))),
            new Panel(
                    "longest call, s", List.of(new Curve("longest", "#7f7f7f", point -> point.longestMillis() / 1e3))));

    /** The whole document. */
    static String of(Outage outage) {
        int height = TOP + PANELS.size() * (PANEL + GAP);
        StringBuilder svg = new StringBuilder();
        line(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">",
                WIDTH,
                height);
        line(svg, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, height);
        double end =
                outage.points().stream().mapToDouble(OutagePoint::seconds).max().orElse(1);
        for (int panel = 0; panel < PANELS.size(); panel++) {
            draw(svg, PANELS.get(panel), outage, end, TOP + panel * (PANEL + GAP));
        }
        int row = 0;
        for (OutageMark mark : OutageMark.of(outage)) {
            double x = x(mark.seconds(), end);
            line(
                    svg,
                    "<line x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\" stroke=\"black\" stroke-dasharray=\"4 3\"/>",
                    x,
                    TOP - MARK_LINE,
                    height - GAP);
            line(
                    svg,
                    "<text x=\"%.1f\" y=\"%d\">%s %.1f s</text>",
                    x + 3,
                    MARK_LINE + MARK_LINE * (row++ % 2),
                    mark.name(),
                    mark.seconds());
        }
        return svg.append("</svg>\n").toString();
    }

    private static void draw(StringBuilder svg, Panel panel, Outage outage, double end, int top) {
        double max = panel.curves.stream()
                .flatMapToDouble(curve -> outage.points().stream().mapToDouble(curve.value))
                .max()
                .orElse(0);
        max = max > 0 ? max : 1;
        int bottom = top + PANEL;
        line(
                svg,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#ccc\"/>",
                LEFT,
                top,
                WIDTH - LEFT - RIGHT,
                PANEL);
        line(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", LEFT - 5, top + MARK_LINE, number(max));
        line(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">0</text>", LEFT - 5, bottom);
        line(svg, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>", LEFT, top - 4, panel.title);
        for (int tick = 0; tick <= TICKS; tick++) {
            double seconds = end * tick / TICKS;
            line(
                    svg,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#666\">%.0f</text>",
                    x(seconds, end),
                    bottom + MARK_LINE,
                    seconds);
        }
        int legend = LEFT + 160;
        for (Curve curve : panel.curves) {
            StringBuilder path = new StringBuilder();
            for (OutagePoint point : outage.points()) {
                path.append(String.format(
                        Locale.ROOT,
                        "%.1f,%.1f ",
                        x(point.seconds(), end),
                        bottom - PANEL * curve.value.applyAsDouble(point) / max));
            }
            line(
                    svg,
                    "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"%s\"/>",
                    curve.colour,
                    path.toString().strip());
            if (panel.curves.size() > 1) {
                line(svg, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>", legend, top - 4, curve.colour, curve.name);
                legend += 60 + 6 * curve.name.length();
            }
        }
    }

    private static double x(double seconds, double end) {
        return LEFT + (WIDTH - LEFT - RIGHT) * seconds / end;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.1f" : "%,.0f", value);
    }

    private static void line(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
