package io.pragh.core.standing;

/** How far a node may act as a member: {@link SelfFence}. */
public enum Standing {
    /** It is a member. */
    MEMBER,
    /** Cut off for less than a lease: all but new migrations, which nobody could record. */
    DOUBTED,
    /** Cut off for a lease or longer, and all members vouch for it: reads, with leases that homes have granted since. */
    READ_ONLY,
    /** Cut off, and perhaps expelled: nothing of its own. */
    SILENT
}
