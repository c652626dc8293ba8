package io.pragh.core.bulk;

import io.pragh.core.base.PraghException;
import java.nio.file.Path;

/**
 * Thrown when an edge list cannot be read. The message is one line for the person who supplied the file: what is
 * wrong, where, what was expected, what to do. Trying again without changing the file does not help.
 */
public final class EdgeListException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** The result of {@link #line} when the fault is the file's, not one line's. */
    public static final long NO_LINE = 0;

    private final String file;
    private final long line;

    private EdgeListException(String message, Path file, long line) {
        super(message);
        this.file = file.toString();
        this.line = line;
    }

    private EdgeListException(String message, Path file, long line, Throwable cause) {
        super(message, cause);
        this.file = file.toString();
        this.line = line;
    }

    /** A file without a single edge. */
    static EdgeListException empty(Path file, long lines) {
        String message =
                "edge list has no edges: file=" + file + " lines=" + lines + "; check that it is the right file";
        return new EdgeListException(message, file, NO_LINE);
    }

    /** A fault of the whole file. */
    static EdgeListException ofFile(String what, Path file, String advice) {
        return new EdgeListException(what + ": file=" + file + "; " + advice, file, NO_LINE);
    }

    /** A fault of the whole file that the system reported. */
    static EdgeListException ofFile(String what, Path file, String advice, Throwable cause) {
        return new EdgeListException(what + ": file=" + file + "; " + advice, file, NO_LINE, cause);
    }

    /** A fault of the bytes below the text, noticed while reading the given line. */
    static EdgeListException ofBytes(FeedException fault, Path file, long line) {
        String message = fault.getMessage() + ": file=" + file + " line=" + line + "; " + fault.advice();
        return new EdgeListException(message, file, line, fault);
    }

    /** A line that is not an edge. */
    static EdgeListException ofLine(LineFault fault, Path file, long line) {
        String message = "edge list is malformed: file=" + file + " line=" + line + " found=" + fault.found()
                + " expected=" + fault.expected() + "; " + fault.advice();
        return new EdgeListException(message, file, line);
    }

    /** The file that could not be read. */
    public String file() {
        return file;
    }

    /** The line at fault, counted from 1; {@link #NO_LINE} if the fault is not one line's. */
    public long line() {
        return line;
    }
}
