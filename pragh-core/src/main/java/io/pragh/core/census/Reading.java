package io.pragh.core.census;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The value of a {@link Figure}, or of one of its parts, at one moment. Immutable.
 *
 * @param name the figure's title
 * @param labels that identify the part; empty when the figure has none
 */
public record Reading(String name, Map<String, String> labels, long value) {
    /** Collects the readings of one moment, in the order in which they are taken. One thread. */
    public static final class Sheet {
        private final List<Reading> readings = new ArrayList<>();

        /** Adds a reading; {@code labels} are names and values in turn. */
        public void take(Figure figure, long value, String... labels) {
            Map<String, String> named = new LinkedHashMap<>();
            for (int i = 0; i < labels.length; i += 2) {
                named.put(labels[i], labels[i + 1]);
            }
            readings.add(new Reading(figure.title(), named, value));
        }

        /** All readings taken. */
        public List<Reading> readings() {
            return readings;
        }
    }

    /** Whether this is a reading of a figure and has these labels among its own: names and values in turn. */
    boolean is(Figure figure, String... wanted) {
        if (!name.equals(figure.title())) {
            return false;
        }
        for (int i = 0; i < wanted.length; i += 2) {
            if (!wanted[i + 1].equals(labels.get(wanted[i]))) {
                return false;
            }
        }
        return true;
    }
}
