package io.pragh.core.placement;

/** What a process has to do with the coordinator. */
public enum CoordinatorRole {
    /** It does not stand for coordinator. */
    NONE,
    /** It would lead if nobody else did. */
    STANDS_BY,
    /** It leads: it collects reports and makes plans. */
    LEADS
}
