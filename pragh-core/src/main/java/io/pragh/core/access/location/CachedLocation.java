package io.pragh.core.access.location;

/** The result of {@link LocationCache#find}; reused, so that a lookup allocates nothing. One thread. */
public final class CachedLocation {
    /** Address of the value when it was cached. */
    public long address;
    /** Place of the key's slot in its bucket, as passed to {@link LocationCache#put}; 0 when unknown. */
    public int place;
    /** The reader's clock before the READ that found the address: the start of its lease. */
    public long stampNanos;
    /** The entry that holds the location, for {@link LocationCache#count}. */
    public int entry;
}
