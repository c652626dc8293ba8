package io.pragh.core.store.value;

/** The fate of a block, as far as a node can find out. */
public enum BlockFate {
    /** The block exists, and holds the key under this address. */
    THERE,
    /** Its memory is gone. */
    GONE,
    /** Its partition cannot be reached at the moment. */
    UNDECIDED
}
