package io.pragh.tinkerpop.load;

/** A line has invalid contents; the reader of the file adds file and line number. */
final class MalformedLine extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedLine(String reason) {
        super(reason);
    }
}
