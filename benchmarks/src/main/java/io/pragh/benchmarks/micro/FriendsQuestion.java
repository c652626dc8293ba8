package io.pragh.benchmarks.micro;

/** What is asked about the friends of a vertex's friends: at most {@link FriendsGraph#MOST} friends, and as many of each. Immutable. */
public enum FriendsQuestion {
    /** How many there are; one that is reached twice counts twice. */
    COUNT("count"),
    /** The sum of their identifiers, of one that is reached twice twice. */
    SUM("sum of ids"),
    /** How many different ones there are. */
    DISTINCT("distinct");

    private final String text;

    FriendsQuestion(String text) {
        this.text = text;
    }

    /** For people. */
    public String text() {
        return text;
    }
}
