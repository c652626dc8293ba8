package io.pragh.tinkerpop.process.plan;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One part of a plan. Immutable.
 *
 * @param text its description
 * @param opener makes its operator
 * @param beginner begins the transaction where the operator would, if it begins one
 */
record Stage(Supplier<String> text, Opener opener, Consumer<Run> beginner) {
    /** A stage that may begin a transaction anywhere. */
    Stage(Supplier<String> text, Opener opener) {
        this(text, opener, run -> {});
    }

    /** Makes an operator over another one. */
    @FunctionalInterface
    interface Opener {
        /** Opens the operator; that of a source gets one without rows. */
        Operator open(Run run, Operator before);
    }

    @Override
    public String toString() {
        return text.get();
    }
}
