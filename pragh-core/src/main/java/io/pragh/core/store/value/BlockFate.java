package io.pragh.core.store.value;

/** What became of a block. */
public enum BlockFate {
    /** It is there, and holds the key under this address. */
    THERE,
    /** Its memory is gone. */
    GONE,
    /** Its partition cannot be reached now. */
    UNDECIDED
}
