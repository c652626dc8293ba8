package io.pragh.core.property;

/** Whether an element has a value under a key, as far as its stored bytes tell without being decoded. */
public enum Held {
    /** The element has the value. */
    YES,
    /** The element has no value under the key, or only other values of the same type. */
    NO,
    /** The element's values must be decoded and compared: they are of another type, or were changed. */
    UNKNOWN
}
