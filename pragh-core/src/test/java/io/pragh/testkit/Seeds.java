package io.pragh.testkit;

/**
 * Seeds of random tests. Every build uses the same seeds, so that a new failure is due to the change;
 * {@code -Dpragh.seed=random} takes other seeds, and {@code -Dpragh.seed=N} repeats them. Stateless.
 */
public final class Seeds {
    /** The seed of all random tests of a build; each test also has a property of its own. */
    public static final String ALL = "pragh.seed";

    private static final long FIXED = 1;

    private Seeds() {}

    /** The seed of a test: the value of its own property, else that of {@link #ALL}, else a fixed one. */
    public static long of(String property) {
        String told = System.getProperty(property, System.getProperty(ALL));
        if (told == null) {
            return FIXED;
        }
        return told.equals("random") ? System.nanoTime() : Long.parseLong(told);
    }
}
