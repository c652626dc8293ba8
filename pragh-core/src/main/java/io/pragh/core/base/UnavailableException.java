package io.pragh.core.base;

/** Something that is needed cannot be reached now, or serves nothing: nothing was done, and the same call may succeed later. Immutable. */
public final class UnavailableException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Says what is away. */
    public UnavailableException(String message) {
        super(message, null, true);
    }
}
