package io.pragh.tinkerpop.load;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A column of a CSV file, with a header of Neo4j's importer: {@code name:type}, {@code name:type[]},
 * {@code :ID(group)} and so on.
 *
 * @param name of the property; empty when the column is not a property
 * @param kind kind of its fields: ID, LABEL, START_ID, END_ID, TYPE, IGNORE, or a type of property
 * @param group the group within which identifiers are unique, or empty
 * @param zone time zone of a {@code datetime} without an offset; UTC unless the header has {@code
 *     {timezone:Europe/Stockholm}}
 * @param array whether a field holds several values, separated by semicolons
 */
record CsvColumn(String name, String kind, String group, ZoneId zone, boolean array) {
    private static final Pattern HEADER =
            Pattern.compile("([^:]*)(?::([A-Za-z_]+)(?:\\(([^)]*)\\))?(?:\\{([^}]*)})?(\\[])?)?");
    private static final Pattern ZONE = Pattern.compile("\\s*timezone\\s*:\\s*['\"]?([^'\"\\s]+)['\"]?\\s*");
    private static final List<String> ROLES = List.of("ID", "LABEL", "START_ID", "END_ID", "TYPE", "IGNORE");
    /** Every type of property, with an example of a value. */
    private static final Map<String, String> TYPES = examples();

    private static final Map<Class<?>, String> JAVA_TYPES = Map.ofEntries(
            Map.entry(String.class, "string"),
            Map.entry(Integer.class, "int"),
            Map.entry(Long.class, "long"),
            Map.entry(Float.class, "float"),
            Map.entry(Double.class, "double"),
            Map.entry(Boolean.class, "boolean"),
            Map.entry(Byte.class, "byte"),
            Map.entry(Short.class, "short"),
            Map.entry(Character.class, "char"),
            Map.entry(LocalDate.class, "date"),
            Map.entry(OffsetDateTime.class, "datetime"),
            Map.entry(LocalDateTime.class, "localdatetime"));

    private static Map<String, String> examples() {
        Map<String, String> examples = new LinkedHashMap<>();
        examples.put("string", "text");
        examples.put("int", "a whole number from -2147483648 to 2147483647");
        examples.put("long", "a whole number of 64 bits");
        examples.put("float", "a number such as 0.25");
        examples.put("double", "a number such as 0.25");
        examples.put("boolean", "true or false");
        examples.put("byte", "a whole number from -128 to 127");
        examples.put("short", "a whole number from -32768 to 32767");
        examples.put("char", "one character");
        examples.put("date", "a date such as 2015-06-24");
        examples.put(
                "datetime",
                "a time such as 2015-06-24T12:50:35Z, 2015-06-24T12:50:35+02:00 or, in UTC, 2015-06-24T12:50:35");
        examples.put("localdatetime", "a time without an offset such as 2015-06-24T12:50:35");
        return examples;
    }

    static CsvColumn parse(String header) {
        Matcher parts = HEADER.matcher(header.strip());
        if (!parts.matches()) {
            throw new MalformedLine("a column is not written as it should be: expected=name:type found=" + header);
        }
        String kind = parts.group(2) == null ? "string" : parts.group(2);
        if (!ROLES.contains(kind)) {
            kind = kind.toLowerCase(Locale.ROOT);
            if (!TYPES.containsKey(kind)) {
                throw new MalformedLine("there is no such type: column=" + header + " expected=" + TYPES.keySet()
                        + " or " + ROLES + " found=" + parts.group(2));
            }
        }
        return new CsvColumn(
                parts.group(1),
                kind,
                parts.group(3) == null ? "" : parts.group(3),
                zone(header, parts.group(4)),
                parts.group(5) != null);
    }

    private static ZoneId zone(String header, @Nullable String options) {
        if (options == null) {
            return ZoneOffset.UTC;
        }
        Matcher zone = ZONE.matcher(options);
        try {
            if (zone.matches()) {
                return ZoneId.of(zone.group(1));
            }
        } catch (DateTimeException unknown) {
            // reported below, together with other contents of the field
        }
        throw new MalformedLine("a column has an option that is not known: column=" + header
                + " expected={timezone:+02:00} or {timezone:Europe/Stockholm} found={" + options + "}");
    }

    boolean is(String role) {
        return kind.equals(role);
    }

    /** Whether its fields are properties; an identifier with a name is one, too. */
    boolean isProperty() {
        return !name.isEmpty() && (!ROLES.contains(kind) || is("ID"));
    }

    /** The value of a field that is not empty. */
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

    /** Whether the text, as a field, is read as the value. */
    boolean readsBack(String text, Object written) {
        if (text.isEmpty() || text.indexOf('\r') >= 0 || !Utf8.represents(text)) {
            return false;
        }
        try {
            return value(text).equals(written);
        } catch (MalformedLine not) {
            return false;
        }
    }

    /** The type of columns for such values, or null if there is none. */
    static @Nullable String typeOf(@Nullable Object value) {
        if (value instanceof List<?> list) {
            Set<@Nullable String> types = new HashSet<>();
            list.forEach(one -> types.add(one instanceof List ? null : typeOf(one)));
            String type = types.size() == 1 ? types.iterator().next() : null;
            return type == null ? null : type + "[]";
        }
        return value == null ? null : JAVA_TYPES.get(value.getClass());
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
                case "datetime" -> moment(trimmed);
                case "localdatetime" -> LocalDateTime.parse(trimmed);
                default -> text;
            };
        } catch (IllegalArgumentException | DateTimeException wrong) {
            throw new MalformedLine("not a value of the column: column=" + name + ":" + kind + " expected="
                    + TYPES.get(kind) + " found=" + text);
        }
    }

    /** As Neo4j's importer: a text with neither offset nor zone is in the column's zone. */
    private OffsetDateTime moment(String text) {
        TemporalAccessor found =
                DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
        return found instanceof LocalDateTime local ? local.atZone(zone).toOffsetDateTime() : (OffsetDateTime) found;
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
