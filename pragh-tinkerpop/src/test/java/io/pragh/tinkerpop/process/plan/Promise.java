package io.pragh.tinkerpop.process.plan;

/** What Gremlin promises about the results of a traversal, in which two ways to execute it have to agree. */
enum Promise {
    /** The same results, in any order. */
    ALL,
    /** The same results, except that one of several equal numbers of different types may stand for another. */
    EQUAL_NUMBERS,
    /** The same results in the same order. */
    IN_ORDER,
    /** The same results in the same order, except that equal numbers of different types may change places. */
    EQUAL_NUMBERS_IN_ORDER,
    /** The same number of results, all among those without limits. */
    SO_MANY,
    /** Results that are among those without limits. */
    SOME
}
