package io.pragh.core.api;

/** The outcome of an update. */
public enum UpdateResult {
    /** The value has a new version. */
    APPLIED,
    /** The operation's precondition does not hold; nothing changed. */
    PRECONDITION_FAILED,
    /** The value has reached its size limit; nothing changed. The rest belongs in a further value (a chunk). */
    FULL,
    /** The node that held the value died; write the whole value to heal it. Nothing changed. */
    LOST,
    /** No memory is left where the value lies; nothing changed. */
    OUT_OF_MEMORY
}
