package io.pragh.core.bulk;

import java.io.IOException;

/** Thrown when the bytes of a file are damaged below the level of text. Holds a fixed sentence, and advice. */
final class FeedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String advice;

    FeedException(String what, String advice) {
        super(what);
        this.advice = advice;
    }

    String advice() {
        return advice;
    }
}
