package io.pragh.core.placement.migrate;

/** The outcome of a migration. */
public enum MigrationOutcome {
    /** Not ended yet. */
    UNDER_WAY,
    /** The value was moved into this node. */
    MOVED,
    /** The value was in this node before. */
    ALREADY_HERE,
    /** The key has no value. */
    ABSENT,
    /** The value was lost with the node that held it. */
    LOST,
    /** Updates or other migrations won too often; a later plan may try again. */
    CONTENDED,
    /** This node has no memory left. */
    OUT_OF_MEMORY,
    /** The home or the owner cannot be reached. */
    UNREACHABLE
}
