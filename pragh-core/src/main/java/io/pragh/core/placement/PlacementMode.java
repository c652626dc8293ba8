package io.pragh.core.placement;

/** How migrations are decided, and on what evidence. Nodes and planner use the same modes. */
public enum PlacementMode {
    /** Never: a value stays where it is until a caller asks for its migration by key. */
    NONE,
    /** By the reading node alone, which pulls a value once it has read it often enough. Needs no coordinator. */
    INSTANT,
    /**
     * By the coordinator, at once: the best applicant of the round receives the value; the owner's local reads are
     * not known at first.
     */
    EAGER,
    /** By the coordinator, after the owner has counted its local reads for a round at the coordinator's request. */
    DEFERRED;

    /** Whether the mode needs a planner. */
    public boolean isPlanned() {
        return this == EAGER || this == DEFERRED;
    }
}
