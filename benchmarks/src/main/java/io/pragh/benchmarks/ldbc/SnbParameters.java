package io.pragh.benchmarks.ldbc;

import java.util.Map;

/**
 * The parameters of a query, by the names in the benchmark's specification. Immutable.
 *
 * @param values numbers and texts
 */
public record SnbParameters(Map<String, Object> values) {
    /** Copies the map. */
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

    /** The vertex with the number in a parameter. */
    String vertex(String kind, String name) {
        return kind + ":" + number(name);
    }

    /** The person with the number {@code personId}. */
    String person() {
        return vertex("person", "personId");
    }

    /** The post or comment with the number {@code messageId}. */
    String message() {
        return vertex("message", "messageId");
    }
}
