package io.pragh.core.property;

/** Whether an element has a value under a key, as far as that can be told without decoding what it has. */
public enum Held {
    /** It has it. */
    YES,
    /** It has not: nothing, or only other values of the same type. */
    NO,
    /** What it has must be compared as values: it is of another type, or has been changed. */
    UNKNOWN
}
