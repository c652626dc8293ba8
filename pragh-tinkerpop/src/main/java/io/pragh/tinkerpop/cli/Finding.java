package io.pragh.tinkerpop.cli;

/**
 * What a look at one thing has found. Immutable.
 *
 * @param verdict how it is
 * @param subject what was looked at
 * @param found how it was found
 * @param advice what to do about it; empty when there is nothing to do
 */
record Finding(Verdict verdict, String subject, String found, String advice) {
    /** How it is. */
    enum Verdict {
        /** As it should be. */
        FINE("ok"),
        /** It costs something, or would if it were asked for. */
        ODD("look"),
        /** What was asked for cannot work. */
        WRONG("WRONG");

        private final String shown;

        Verdict(String shown) {
            this.shown = shown;
        }
    }

    static Finding fine(String subject, String found) {
        return new Finding(Verdict.FINE, subject, found, "");
    }

    static Finding odd(String subject, String found, String advice) {
        return new Finding(Verdict.ODD, subject, found, advice);
    }

    /** Wrong when it was asked for, odd otherwise. */
    static Finding missing(boolean asked, String subject, String found, String advice) {
        return new Finding(asked ? Verdict.WRONG : Verdict.ODD, subject, found, advice);
    }

    /** As a line. */
    String line() {
        return "%-6s%-14s%s%s".formatted(verdict.shown, subject, found, advice.isEmpty() ? "" : "; " + advice);
    }
}
