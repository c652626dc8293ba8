package io.pragh.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.benchmarks.fof.Phase;
import io.pragh.benchmarks.fof.Second;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Checks the live view of the demo, and that the terminal is given back as it was. */
class DashboardTest {
    private final StringWriter screen = new StringWriter();

    private Dashboard dashboard(int columns) {
        return new Dashboard(new PrintWriter(screen), Sparkline.ASCII, columns, 8);
    }

    private static Second second(int number, Phase phase, double rate, double remote, long moved) {
        return new Second(number, phase, 1, rate, 50, remote, 0.5, 1000L * number, moved, 10 * moved);
    }

    @Test
    void linesTellWhatHappened() {
        Dashboard dashboard = dashboard(80);
        dashboard.show(second(1, Phase.BEFORE, 100, 0.8, 0));
        dashboard.show(second(2, Phase.MIGRATING, 1234, 0.4, 50));
        dashboard.show(second(3, Phase.MEASURED, 800, 0.02, 0));
        assertEquals(
                """
                second 3 of 8: migration is on, measured
                queries/s                    800  .#*
                remote reads                2.0%  %=.
                location cache hits/s      3,000  -*#
                values moved/s                 0   #
                                                   ^ migration on
                """,
                String.join(
                                "\n",
                                dashboard.lines().stream()
                                        .map(String::stripTrailing)
                                        .toList()) + "\n");
    }

    @Test
    void oldSecondsLeaveWhereThereIsNoRoom() {
        Dashboard dashboard = dashboard(40);
        for (int i = 1; i <= 30; i++) {
            dashboard.show(second(i, i < 29 ? Phase.BEFORE : Phase.MIGRATING, i, 0.5, 1));
        }
        assertTrue(dashboard.lines().stream().allMatch(line -> line.length() <= 40 || line.contains("^")));
        assertTrue(dashboard.lines().get(5).indexOf('^') < 40);
    }

    @Test
    void terminalIsGivenBackAsItWas() {
        Dashboard dashboard = dashboard(80);
        dashboard.show(second(1, Phase.BEFORE, 100, 0.8, 0));
        assertTrue(
                screen.toString().contains("\u001b[?25l") && screen.toString().contains("\u001b[?7l"));
        dashboard.show(second(2, Phase.BEFORE, 100, 0.8, 0));
        assertTrue(screen.toString().contains("\u001b[6A"), "the second drawing covers the first");
        dashboard.close();
        assertTrue(screen.toString().endsWith("\u001b[?7h\u001b[?25h"));
    }
}
