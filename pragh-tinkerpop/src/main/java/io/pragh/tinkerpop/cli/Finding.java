package io.pragh.tinkerpop.cli;

/**
 * The result of one check. Immutable.
 *
 * @param verdict the verdict
 * @param subject the thing checked
 * @param found its state
 * @param advice what to do about it; empty when there is nothing to do
 */
record Finding(Verdict verdict, String subject, String found, String advice) {
    /** The verdict of a check. */
    enum Verdict {
        /** As it should be. */
        FINE("ok"),
        /** It has a cost, or would have one if it were used. */
        ODD("look"),
        /** A requested feature cannot work. */
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

    /** A finding that is wrong if the feature was requested, odd otherwise. */
    static Finding missing(boolean asked, String subject, String found, String advice) {
        return new Finding(asked ? Verdict.WRONG : Verdict.ODD, subject, found, advice);
    }

    /** The finding as a line. */
    String line() {
        return "%-6s%-14s%s%s".formatted(verdict.shown, subject, found, advice.isEmpty() ? "" : "; " + advice);
    }
}
