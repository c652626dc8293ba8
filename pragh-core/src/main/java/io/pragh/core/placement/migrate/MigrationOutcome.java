package io.pragh.core.placement.migrate;

/** How a migration ended. */
public enum MigrationOutcome {
    /** Not ended yet. */
    UNDER_WAY,
    /** The value lies here now. */
    MOVED,
    /** It was here before. */
    ALREADY_HERE,
    /** The key has no value. */
    ABSENT,
    /** The value was lost with the node that held it. */
    LOST,
    /** Updates or other migrations won too often; a later plan may try again. */
    CONTENDED,
    /** No memory is left here. */
    OUT_OF_MEMORY,
    /** The home or the owner cannot be reached. */
    UNREACHABLE
}
