package io.pragh.benchmarks.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The capabilities of the terminal. Stateless. */
final class Terminal {
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int COLUMNS_USUAL = 80;
    private static final long ANSWER_SECONDS_MAX = 2;

    private Terminal() {}

    /** Whether standard output is a terminal with cursor control, and plain text was not requested. */
    static boolean canDrawOnOutput() {
        return isCapable() && isTerminal(STDOUT);
    }

    /** As {@link #canDrawOnOutput}, for standard error. */
    static boolean canDrawOnError() {
        return isCapable() && isTerminal(STDERR);
    }

    /** Columns of the terminal, 80 if unknown. */
    static int columns() {
        try {
            Process size = new ProcessBuilder("stty", "size")
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/tty")))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(size.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            int blank = answer.indexOf(' ');
            int columns = blank < 0 ? 0 : Integer.parseInt(answer.substring(blank + 1));
            return columns > 0 ? columns : COLUMNS_USUAL;
        } catch (IOException | NumberFormatException doesNotTell) {
            return COLUMNS_USUAL;
        }
    }

    /** Whether standard output can show more than ASCII. */
    static boolean showsUnicode() {
        String encoding = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
        return "UTF-8".equalsIgnoreCase(encoding);
    }

    private static boolean isCapable() {
        String term = System.getenv("TERM");
        String plain = System.getenv("NO_COLOR");
        return term != null && !term.isEmpty() && !term.equals("dumb") && (plain == null || plain.isEmpty());
    }

    /**
     * Asks a program of the system, since the JDK knows only of input and output together. Without that program: no
     * terminal.
     */
    private static boolean isTerminal(int descriptor) {
        try {
            Process test = new ProcessBuilder("test", "-t", Integer.toString(descriptor))
                    .inheritIO()
                    .start();
            return test.waitFor(ANSWER_SECONDS_MAX, TimeUnit.SECONDS) && test.exitValue() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
