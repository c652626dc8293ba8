package io.pragh.testkit;

/**
 * Seeds of random tests. Every build draws the same, so that what fails is the change's doing; {@code -Dpragh.seed=random} draws
 * others, and a number instead of the word repeats them. Stateless.
 */
public final class Seeds {
    /** What all random tests of a build draw from; each has a property of its own besides. */
    public static final String ALL = "pragh.seed";

    private static final long FIXED = 1;

    private Seeds() {}

    /** The seed of a test: what its own property says, else what {@link #ALL} says, else always the same. */
    public static long of(String property) {
        String told = System.getProperty(property, System.getProperty(ALL));
        if (told == null) {
            return FIXED;
        }
        return told.equals("random") ? System.nanoTime() : Long.parseLong(told);
    }
}
