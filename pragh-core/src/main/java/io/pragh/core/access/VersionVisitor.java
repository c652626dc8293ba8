package io.pragh.core.access;

import io.pragh.core.api.ValueVisitor;

/** A visitor of a read at a timestamp that wants to know the versions as well. One thread. */
public interface VersionVisitor extends ValueVisitor {
    /** The version of a key that has no value. */
    long NO_VERSION = 0;

    /** The version of a value, before the value itself; {@link #NO_VERSION} where the key has no value, whether there is a tombstone or not. */
    void version(int index, long version);
}
