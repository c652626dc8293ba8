package io.pragh.tinkerpop.load;

/** A line says something that cannot be; who reads the file adds which file and line. */
final class MalformedLine extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedLine(String reason) {
        super(reason);
    }
}
