package io.pragh.benchmarks.fof;

/**
 * The parts of Pragh that are switched on while the load runs: the comparison of the paper's section 6.2, each part
 * by itself.
 */
public enum Scheme {
    /** Every key and value on one node: the greatest possible effect of locality. */
    IDEAL("ideal", Part.BATCH, Part.CACHE),
    /** No location cache, no migration, one READ at a time. */
    ORIG("orig"),
    /** As {@link #ORIG}, with all READs of a hop posted together. */
    ORIG_BATCHED("orig-batched", Part.BATCH),
    /** Migration of values, no location cache. */
    SPLIT("split", Part.BATCH, Part.MIGRATION),
    /** Location cache, no migration. */
    CACHE("cache", Part.BATCH, Part.CACHE),
    /** Both: the normal configuration of Pragh. */
    SPLIT_CACHE("split-cache", Part.BATCH, Part.CACHE, Part.MIGRATION);

    private enum Part {
        BATCH,
        CACHE,
        MIGRATION
    }

    private final String title;
    private final boolean batched;
    private final boolean caching;
    private final boolean migrating;

    Scheme(String title, Part... parts) {
        this.title = title;
        java.util.List<Part> on = java.util.List.of(parts);
        this.batched = on.contains(Part.BATCH);
        this.caching = on.contains(Part.CACHE);
        this.migrating = on.contains(Part.MIGRATION);
    }

    /** Whether READs are posted together. */
    public boolean isBatched() {
        return batched;
    }

    /** Whether addresses are cached. */
    public boolean isCaching() {
        return caching;
    }

    /** Whether values move. */
    public boolean isMigrating() {
        return migrating;
    }

    /** Its name on the command line and in results. */
    @Override
    public String toString() {
        return title;
    }
}
