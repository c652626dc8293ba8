package io.pragh.benchmarks.report;

import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes maps, lists, numbers, strings and booleans as JSON, two blanks per level; numbers that JSON does not have
 * become null. One thread.
 */
public final class JsonText {
    private final StringBuilder text = new StringBuilder();

    private JsonText() {}

    /** The value as JSON, a line end behind it. */
    public static String of(@Nullable Object value) {
        JsonText json = new JsonText();
        json.value(value, 0);
        return json.text.append('\n').toString();
    }

    private void value(@Nullable Object value, int level) {
        if (value instanceof Map<?, ?> map) {
            members(map, level);
        } else if (value instanceof Iterable<?> list) {
            elements(list, level);
        } else if (value instanceof Double number) {
            text.append(number(number));
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            text.append(value);
        } else {
            string(value.toString());
        }
    }

    /** Whole numbers without a fraction, others to six digits: measurements are not more precise. */
    private static String number(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return "null";
        }
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            return Long.toString((long) number);
        }
        return new java.math.BigDecimal(number)
                .round(new java.math.MathContext(6))
                .stripTrailingZeros()
                .toPlainString();
    }

    private void members(Map<?, ?> map, int level) {
        text.append('{');
        Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            line(level + 1);
            string(String.valueOf(entry.getKey()));
            text.append(": ");
            value(entry.getValue(), level + 1);
            text.append(entries.hasNext() ? "," : "");
        }
        end(!map.isEmpty(), level, '}');
    }

    private void elements(Iterable<?> list, int level) {
        text.append('[');
        Iterator<?> elements = list.iterator();
        boolean any = elements.hasNext();
        while (elements.hasNext()) {
            line(level + 1);
            value(elements.next(), level + 1);
            text.append(elements.hasNext() ? "," : "");
        }
        end(any, level, ']');
    }

    private void line(int level) {
        text.append('\n').append("  ".repeat(level));
    }

    private void end(boolean any, int level, char bracket) {
        if (any) {
            line(level);
        }
        text.append(bracket);
    }

    private void string(String raw) {
        text.append('"');
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            switch (c) {
                case '"', '\\' -> text.append('\\').append(c);
                case '\n' -> text.append("\\n");
                default -> {
                    if (c < ' ') {
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }
}
