package io.pragh.core.standing;

/** How far a node may act as a member, as determined by {@link SelfFence}. */
public enum Standing {
    /** It is a member: no restriction. */
    MEMBER,
    /** Cut off for less than a lease: everything is allowed but new migrations, which could not be recorded. */
    DOUBTED,
    /**
     * Cut off for a lease or longer, and all members vouch for the node: reads only, with leases that homes have
     * granted since.
     */
    READ_ONLY,
    /** Cut off, and perhaps expelled: the node serves nothing of its own. */
    SILENT
}
