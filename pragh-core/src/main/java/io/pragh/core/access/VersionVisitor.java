package io.pragh.core.access;

import io.pragh.core.api.ValueVisitor;

/** A visitor of a read at a timestamp that also receives the versions. One thread. */
// A class, so that a reader with millions of calls a second recognizes it by one comparison.
public abstract class VersionVisitor implements ValueVisitor {
    /** The version of a key that has no value. */
    public static final long NO_VERSION = 0;

    /**
     * Receives the {@link io.pragh.core.store.value.Edition} of a value, before the value itself; {@link #NO_VERSION}
     * for a key without value, with or without a tombstone.
     */
    public abstract void version(int index, long version);
}
