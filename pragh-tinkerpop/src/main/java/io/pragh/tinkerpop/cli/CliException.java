package io.pragh.tinkerpop.cli;

/** An error that the user can correct, reported in one line; ends the program with exit code 2. */
public final class CliException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The message is all that the user sees: what is wrong, then {@code name=value}. */
    public CliException(String message) {
        super(message);
    }
}
