package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks the exit codes, the help, and the one-line errors of {@code pragh} in this process. */
class PraghCliTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void commandReturnsItsExitCode() {
        assertEquals(7, pragh("try", "--end", "returns"));
        assertEquals("", err.toString());
    }

    @Test
    void helpListsEveryCommand() {
        assertEquals(0, pragh("--help"));
        assertTrue(out.toString().contains("  try  Ends as it is told."), out.toString());
        assertEquals("", err.toString());
    }

    @Test
    void noCommandPrintsTheHelp() {
        assertEquals(0, pragh());
        assertTrue(out.toString().startsWith("Usage: pragh "), out.toString());
    }

    @Test
    void versionNamesTheJdk() {
        assertEquals(0, pragh("--version"));
        assertTrue(out.toString().contains("JDK " + System.getProperty("java.version")), out.toString());
    }

    @Test
    void wrongArgumentsAreOneLine() {
        assertWrongUse("pragh: no such command: tri (see pragh --help)", "tri");
        assertWrongUse("pragh: Unknown option: '--fast' (see pragh --help)", "--fast");
        assertWrongUse(
                "pragh try: Unknown option: '--fast' (see pragh try --help)", "try", "--end", "returns", "--fast");
        assertWrongUse(
                "pragh try: Unmatched argument at index 3: 'now' (see pragh try --help)",
                "try",
                "--end",
                "returns",
                "now");
        assertWrongUse("pragh try: Missing required option: '--end=<end>' (see pragh try --help)", "try");
    }

    @Test
    void cliExceptionIsOneLineEvenWithDebug() {
        assertWrongUse("pragh: no such file: name=x", "try", "--end", "wrong-use");
        assertWrongUse("pragh: no such file: name=x", "--debug", "try", "--end", "wrong-use");
    }

    @Test
    void unexpectedExceptionIsOneLineWithoutDebug() {
        assertEquals(1, pragh("try", "--end", "fails"));
        assertEquals(
                List.of("pragh: failed: java.lang.IllegalStateException: two lines (--debug shows where)"),
                err.toString().lines().toList());
    }

    @Test
    void errorIsOneLineWithoutDebug() {
        assertEquals(1, pragh("try", "--end", "breaks"));
        assertEquals(
                List.of("pragh: failed: java.lang.OutOfMemoryError: direct memory (--debug shows where)"),
                err.toString().lines().toList());
    }

    @Test
    void debugPrintsTheStackTraceWhereverItStands() {
        for (String[] arguments : List.of(
                new String[] {"--debug", "try", "--end", "fails"}, new String[] {"try", "--end", "fails", "--debug"})) {
            err.getBuffer().setLength(0);
            assertEquals(1, pragh(arguments));
            assertTrue(err.toString().contains("\tat " + Try.class.getName() + ".call"), err.toString());
        }
    }

    private void assertWrongUse(String line, String... arguments) {
        err.getBuffer().setLength(0);
        assertEquals(2, pragh(arguments));
        assertEquals(List.of(line), err.toString().lines().toList());
        assertEquals("", out.toString());
    }

    private int pragh(String... arguments) {
        return PraghCli.commandLine(List.of(new Try()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Command(name = "try", description = "Ends as it is told.", mixinStandardHelpOptions = true)
    static final class Try implements CliCommand {
        @Option(names = "--end", required = true)
        private String end = "";

        @Override
        public Integer call() {
            return switch (end) {
                case "returns" -> 7;
                case "wrong-use" -> throw new CliException("no such file: name=x");
                case "fails" -> throw new IllegalStateException("two\n  lines");
                case "breaks" -> throw new OutOfMemoryError("direct memory");
                default -> throw new AssertionError(end);
            };
        }
    }
}
