package io.pragh.benchmarks.cli;

/** Numbers as a row of small bars. Immutable; any thread. */
final class Sparkline {
    /** For terminals that show Unicode. */
    static final Sparkline BLOCKS = new Sparkline("\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588");
    /** For terminals without Unicode. */
    static final Sparkline ASCII = new Sparkline("._-=+*%#");

    private final String bars;

    private Sparkline(String bars) {
        this.bars = bars;
    }

    /** One bar per number, from 0 to {@code max}; blank for zero. */
    String of(double[] numbers, int from, int to, double max) {
        StringBuilder line = new StringBuilder();
        for (int i = from; i < to; i++) {
            double share = max > 0 ? Math.min(1, numbers[i] / max) : 0;
            line.append(share > 0 ? bars.charAt((int) Math.min(bars.length() - 1, share * bars.length())) : ' ');
        }
        return line.toString();
    }
}
