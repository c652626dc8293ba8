package io.pragh.core.access;

import io.pragh.core.api.ValueVisitor;

/** A visitor of a read at a timestamp that wants to know the versions as well. One thread. */
// A class, so that a reader that is asked millions of times a second tells it from others by one comparison.
public abstract class VersionVisitor implements ValueVisitor {
    /** The version of a key that has no value. */
    public static final long NO_VERSION = 0;

    /** The {@link io.pragh.core.store.value.Edition} of a value, before the value itself; {@link #NO_VERSION} where the key has no value, whether there is a tombstone or not. */
    public abstract void version(int index, long version);
}
