package io.pragh.tinkerpop.process.plan;

import java.util.function.Supplier;

/** One part of a plan: how its operator is made, and how it is shown. Immutable. */
record Stage(Supplier<String> text, Opener opener) {
    /** Makes an operator over another one. */
    @FunctionalInterface
    interface Opener {
        /** The operator; that of a source gets one that has nothing. */
        Operator open(Run run, Operator before);
    }

    @Override
    public String toString() {
        return text.get();
    }
}
