package io.pragh.benchmarks.ldbc;

import java.util.Map;

/**
 * What a query is asked with, by the names of the benchmark's specification. Immutable.
 *
 * @param values numbers and texts
 */
public record SnbParameters(Map<String, Object> values) {
    /** Takes a copy. */
    public SnbParameters {
        values = Map.copyOf(values);
    }

    /** A number, which may be a date: milliseconds since 1970, UTC. */
    long number(String name) {
        if (values.get(name) instanceof Number number) {
            return number.longValue();
        }
        throw missing(name, "a number");
    }

    String text(String name) {
        if (values.get(name) instanceof String text) {
            return text;
        }
        throw missing(name, "a text");
    }

    private IllegalArgumentException missing(String name, String expected) {
        return new IllegalArgumentException(
                "a parameter is missing: name=" + name + " expected=" + expected + " found=" + values);
    }

    /** The vertex whose number a parameter is. */
    String vertex(String kind, String name) {
        return kind + ":" + number(name);
    }

    /** The person whose number {@code personId} is. */
    String person() {
        return vertex("person", "personId");
    }

    /** The post or comment whose number {@code messageId} is. */
    String message() {
        return vertex("message", "messageId");
    }
}
