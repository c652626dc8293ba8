package io.pragh.tinkerpop.cli;

/** A mistake that the user can mend, told in one line; ends the program with exit code 2. */
public final class CliException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The message is all that the user sees: what is wrong, then {@code name=value}. */
    public CliException(String message) {
        super(message);
    }
}
