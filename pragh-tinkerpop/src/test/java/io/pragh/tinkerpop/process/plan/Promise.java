package io.pragh.tinkerpop.process.plan;

/** What Gremlin says about the results of a traversal, so that two ways to find them have to agree in it. */
enum Promise {
    /** The same results, in any order. */
    ALL,
    /** The same, but which of several equal numbers of different types is one of them is left open. */
    EQUAL_NUMBERS,
    /** The same results in the same order. */
    IN_ORDER,
    /** The same in the same order, but equal numbers of different types may change places. */
    EQUAL_NUMBERS_IN_ORDER,
    /** So many of those that there are without limits. */
    SO_MANY,
    /** Some of those that there are without limits. */
    SOME
}
