package io.pragh.benchmarks.micro;

/**
 * The queries about the friends of a vertex's friends: at most {@link FriendsGraph#MOST} friends, and as many of
 * each. Immutable.
 */
public enum FriendsQuestion {
    /** Their number; one that is reached twice counts twice. */
    COUNT("count"),
    /** The sum of their identifiers; one that is reached twice counts twice. */
    SUM("sum of ids"),
    /** The number of distinct ones. */
    DISTINCT("distinct");

    private final String text;

    FriendsQuestion(String text) {
        this.text = text;
    }

    /** The name for users. */
    public String text() {
        return text;
    }
}
