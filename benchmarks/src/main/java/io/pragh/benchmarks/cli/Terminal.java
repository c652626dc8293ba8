package io.pragh.benchmarks.cli;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Whether people are looking. Stateless. */
final class Terminal {
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final long ANSWER_SECONDS_MAX = 2;

    private Terminal() {}

    /** Whether standard output may be drawn on: a terminal that knows how, and nobody has asked for plain text. */
    static boolean canDrawOnOutput() {
        return isCapable() && isTerminal(STDOUT);
    }

    /** The same for standard error. */
    static boolean canDrawOnError() {
        return isCapable() && isTerminal(STDERR);
    }

    private static boolean isCapable() {
        String term = System.getenv("TERM");
        String plain = System.getenv("NO_COLOR");
        return term != null && !term.isEmpty() && !term.equals("dumb") && (plain == null || plain.isEmpty());
    }

    /** Asks the system, since the JDK knows only of input and output together. Where there is no such program: no terminal. */
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
