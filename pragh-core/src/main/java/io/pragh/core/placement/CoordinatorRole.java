package io.pragh.core.placement;

/** The role of a process in the election of the coordinator. */
public enum CoordinatorRole {
    /** The process does not stand for coordinator. */
    NONE,
    /** The process would lead if no other did. */
    STANDS_BY,
    /** The process leads: it collects reports and makes plans. */
    LEADS
}
