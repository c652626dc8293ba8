package io.pragh.benchmarks.ldbc;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.tinkerpop.shaded.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * Answers in a canonical text form, a line for each row, for comparison: columns and rows are in order, except for
 * lists within IC1, which have none, and paths of one weight in IC14. Stateless.
 */
public final class SnbAnswer {
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    /** Further digits of a quotient depend on the implementation. */
    private static final MathContext PRECISION = new MathContext(12);

    private static final List<Integer> IC1_LISTS = List.of(8, 9);
    private static final List<Integer> IC1_LISTS_OF_LISTS = List.of(11, 12);
    private static final int IC7_LATENCY = 6;
    private static final int IC7_IS_NEW = 7;

    private SnbAnswer() {}

    /** The expected answer. */
    public static List<String> expected(SnbInstance instance) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        Iterable<JsonNode> nodes = instance.answer().isArray() ? instance.answer() : List.of(instance.answer());
        for (JsonNode node : nodes) {
            List<@Nullable Object> row = new ArrayList<>();
            node.forEach(column -> row.add(value(column)));
            rows.add(row);
        }
        if (instance.query() == SnbQuery.IC1) {
            rows.forEach(SnbAnswer::splitLists);
        } else if (instance.query() == SnbQuery.IC7) {
            rows.forEach(SnbAnswer::wholeMinutes);
        }
        return lines(instance.query(), rows);
    }

    /** The answer of a query. */
    public static List<String> found(SnbQuery query, List<List<Object>> rows) {
        List<List<@Nullable Object>> copies = new ArrayList<>();
        rows.forEach(row -> copies.add(new ArrayList<>(row)));
        return lines(query, copies);
    }

    private static @Nullable Object value(JsonNode node) {
        if (node.isContainerNode()) {
            List<@Nullable Object> all = new ArrayList<>();
            node.forEach(one -> all.add(value(one)));
            return all;
        } else if (node.isTextual() && DATE.matcher(node.textValue()).matches()) {
            return LocalDate.parse(node.textValue())
                    .atStartOfDay(ZoneOffset.UTC)
                    .toInstant()
                    .toEpochMilli();
        } else if (node.isNull()) {
            return null;
        } else if (node.isNumber()) {
            return node.numberValue();
        }
        return node.isBoolean() ? (Object) node.booleanValue() : node.textValue();
    }

    /** Some expected answers have lists as texts: {@code a;b}, and {@code name|2008|place;…}. */
    private static void splitLists(List<@Nullable Object> row) {
        for (int column : IC1_LISTS) {
            row.set(column, split(row.get(column), ";"));
        }
        for (int column : IC1_LISTS_OF_LISTS) {
            row.set(
                    column,
                    split(row.get(column), ";").stream()
                            .map(one -> split(one, "\\|"))
                            .toList());
        }
    }

    private static List<?> split(@Nullable Object list, String separator) {
        if (list instanceof List<?> known) {
            return known;
        }
        return list == null || list.equals("")
                ? List.of()
                : List.of(list.toString().split(separator, -1));
    }

    /** Some expected answers have fractions of minutes, and 0 or 1. */
    private static void wholeMinutes(List<@Nullable Object> row) {
        if (row.get(IC7_LATENCY) instanceof Number minutes) {
            row.set(IC7_LATENCY, (long) Math.floor(minutes.doubleValue()));
        }
        if (row.get(IC7_IS_NEW) instanceof Number isNew) {
            row.set(IC7_IS_NEW, isNew.intValue() != 0);
        }
    }

    private static List<String> lines(SnbQuery query, List<List<@Nullable Object>> rows) {
        boolean unordered = query == SnbQuery.IC1;
        List<String> lines = new ArrayList<>();
        for (List<@Nullable Object> row : rows) {
            lines.add(
                    row.stream().map(column -> text(column, unordered)).toList().toString());
        }
        if (query == SnbQuery.IC14) {
            sortTies(rows, lines);
        }
        return lines;
    }

    /** Sorts adjacent rows that end with the same value. */
    private static void sortTies(List<List<@Nullable Object>> rows, List<String> lines) {
        int from = 0;
        for (int i = 1; i <= rows.size(); i++) {
            if (i == rows.size() || !last(rows.get(i)).equals(last(rows.get(from)))) {
                lines.subList(from, i).sort(Comparator.naturalOrder());
                from = i;
            }
        }
    }

    private static String last(List<@Nullable Object> row) {
        return text(row.get(row.size() - 1), false);
    }

    private static String text(@Nullable Object value, boolean unordered) {
        if (value instanceof List<?> list) {
            Stream<String> texts = list.stream().map(one -> text(one, false));
            return (unordered ? texts.sorted() : texts).toList().toString();
        } else if (value instanceof Double || value instanceof Float) {
            return new BigDecimal(value.toString())
                    .round(PRECISION)
                    .stripTrailingZeros()
                    .toPlainString();
        }
        return String.valueOf(value);
    }
}
