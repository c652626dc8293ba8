package io.pragh.core.access.location;

/** What {@link LocationCache#find} found: filled in again and again, so that a lookup allocates nothing. One thread. */
public final class CachedLocation {
    /** Where the value lay. */
    public long address;
    /** Where in its bucket the key's slot was, as {@link LocationCache#put} was told; 0 when that was not known. */
    public int place;
    /** The reader's clock before the READ that found the address: its lease counts from here. */
    public long stampNanos;
    /** The entry that holds the location, for {@link LocationCache#count}. */
    public int entry;
}
