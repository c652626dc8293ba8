package io.pragh.core.placement;

/** Who decides that a value moves, and on what evidence. Node and planner share the word. */
public enum PlacementMode {
    /** Nobody: a value stays where it is until somebody asks for it by name. */
    NONE,
    /** The reader alone: a node pulls a value once it has read it often enough, and asks nobody. Needs no coordinator. */
    INSTANT,
    /** The coordinator, at once: the best applicant of the round wins; what the owner reads locally is not known at first. */
    EAGER,
    /** The coordinator, after it has asked the owner to count its local reads for a round. */
    DEFERRED;

    /** Whether somebody has to plan. */
    public boolean isPlanned() {
        return this == EAGER || this == DEFERRED;
    }
}
