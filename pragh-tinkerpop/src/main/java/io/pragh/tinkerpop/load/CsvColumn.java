package io.pragh.tinkerpop.load;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column of a CSV file, as Neo4j's importer writes headers: {@code name:type}, {@code name:type[]}, {@code :ID(group)} and so on.
 *
 * @param name of the property; empty when the column is none
 * @param kind what its fields are: ID, LABEL, START_ID, END_ID, TYPE, IGNORE, or a type of property
 * @param group of identifiers that are unique among themselves, or empty
 * @param array whether a field holds several values, separated by semicolons
 */
record CsvColumn(String name, String kind, String group, boolean array) {
    private static final Pattern HEADER =
            Pattern.compile("([^:]*)(?::([A-Za-z_]+)(?:\\(([^)]*)\\))?(?:\\{[^}]*})?(\\[])?)?");
    private static final List<String> ROLES = List.of("ID", "LABEL", "START_ID", "END_ID", "TYPE", "IGNORE");
    private static final List<String> TYPES =
            List.of("string", "int", "long", "float", "double", "boolean", "byte", "short", "char", "date", "datetime");

    static CsvColumn parse(String header) {
        Matcher parts = HEADER.matcher(header.strip());
        if (!parts.matches()) {
            throw new MalformedLine("a column is written name:type: column=" + header);
        }
        String kind = parts.group(2) == null ? "string" : parts.group(2);
        if (!ROLES.contains(kind)) {
            kind = kind.toLowerCase(Locale.ROOT);
            if (!TYPES.contains(kind)) {
                throw new MalformedLine(
                        "there is no such type: column=" + header + " types=" + TYPES + " roles=" + ROLES);
            }
        }
        return new CsvColumn(
                parts.group(1), kind, parts.group(3) == null ? "" : parts.group(3), parts.group(4) != null);
    }

    boolean is(String role) {
        return kind.equals(role);
    }

    /** Whether its fields are properties; an identifier with a name is one, too. */
    boolean isProperty() {
        return !name.isEmpty() && (!ROLES.contains(kind) || is("ID"));
    }

    /** What a field that is not empty says. */
    Object value(String field) {
        if (!array) {
            return single(field);
        }
        List<Object> values = new ArrayList<>();
        for (String part : field.split(";", -1)) {
            values.add(single(part));
        }
        return values;
    }

    private Object single(String text) {
        String trimmed = text.strip();
        try {
            return switch (kind) {
                case "int" -> Integer.valueOf(trimmed);
                case "long" -> Long.valueOf(trimmed);
                case "float" -> Float.valueOf(trimmed);
                case "double" -> Double.valueOf(trimmed);
                case "byte" -> Byte.valueOf(trimmed);
                case "short" -> Short.valueOf(trimmed);
                case "boolean" -> bool(trimmed);
                case "char" -> character(text);
                case "date" -> LocalDate.parse(trimmed);
                case "datetime" -> OffsetDateTime.parse(trimmed);
                default -> text;
            };
        } catch (IllegalArgumentException | DateTimeException wrong) {
            throw new MalformedLine("not a value of the column: column=" + name + ":" + kind + " value=" + text);
        }
    }

    private static Boolean bool(String text) {
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException(text);
        }
        return Boolean.valueOf(text);
    }

    private static Character character(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException(text);
        }
        return text.charAt(0);
    }
}
