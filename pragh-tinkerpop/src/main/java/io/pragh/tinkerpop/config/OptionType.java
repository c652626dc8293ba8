package io.pragh.tinkerpop.config;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The type of an option's value. Immutable.
 *
 * @param form its kind
 * @param shown its name in documents
 * @param min smallest number
 * @param max greatest number
 * @param choices the allowed values, when they are a few
 */
public record OptionType(Form form, String shown, long min, long max, List<String> choices) {
    /** Kinds of values. */
    public enum Form {
        NUMBER,
        BYTES,
        TEXT,
        CHOICE,
        SWITCH,
        FILE,
        /** Text that must stay secret. */
        SECRET,
        /** The name of a file that must stay secret. */
        SECRET_FILE
    }

    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})([kmgt]?)");
    private static final String UNITS = "kmgt";
    private static final int BITS_PER_UNIT = 10;

    static OptionType number(String unit, long min, long max) {
        String shown = (unit.isEmpty() ? "number" : unit) + ", " + grouped(min) + " to " + grouped(max);
        return new OptionType(Form.NUMBER, shown, min, max, List.of());
    }

    static OptionType bytes(long min, long max) {
        return new OptionType(Form.BYTES, "bytes, " + size(min) + " to " + size(max), min, max, List.of());
    }

    static OptionType text(String shown) {
        return new OptionType(Form.TEXT, shown, 0, 0, List.of());
    }

    static OptionType file(String shown) {
        return new OptionType(Form.FILE, shown, 0, 0, List.of());
    }

    static OptionType secret(String shown) {
        return new OptionType(Form.SECRET, shown, 0, 0, List.of());
    }

    static OptionType secretFile(String shown) {
        return new OptionType(Form.SECRET_FILE, shown, 0, 0, List.of());
    }

    static OptionType choice(String... choices) {
        return new OptionType(Form.CHOICE, String.join(", ", choices), 0, 0, List.of(choices));
    }

    static OptionType onOff() {
        return new OptionType(Form.SWITCH, "true or false", 0, 0, List.of());
    }

    /** Whether it is the name of a file, or of a folder. */
    public boolean isFile() {
        return form == Form.FILE || form == Form.SECRET_FILE;
    }

    /** A value in the form in which errors and logs may show it. */
    public String told(String value) {
        return form == Form.SECRET ? "(secret)" : value;
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String size(long bytes) {
        int unit = 0;
        long rest = bytes;
        while (unit < UNITS.length() && rest != 0 && rest % (1L << BITS_PER_UNIT) == 0) {
            rest >>= BITS_PER_UNIT;
            unit++;
        }
        return unit == 0 ? grouped(rest) : rest + UNITS.substring(unit - 1, unit);
    }

    /** A description of valid values, to end a sentence. */
    public String wanted() {
        return switch (form) {
            case NUMBER -> "a number from " + min + " to " + max;
            case BYTES -> "a number of bytes from " + min + " to " + max + ", or one with k, m, g or t";
            case TEXT, SECRET -> "text";
            case CHOICE -> "one of " + choices;
            case SWITCH -> "true or false";
            case FILE, SECRET_FILE -> "the name of a file";
        };
    }

    /** A value read from YAML, as text; null when it is not of this type. */
    @Nullable
    String of(Object value) {
        return switch (form) {
            case NUMBER ->
                value instanceof Integer || value instanceof Long ? inRange(((Number) value).longValue()) : null;
            case BYTES ->
                value instanceof Integer || value instanceof Long || value instanceof String
                        ? bytesOf(value.toString())
                        : null;
            case TEXT, FILE, SECRET, SECRET_FILE -> value instanceof String text && !text.isBlank() ? text : null;
            case CHOICE -> value instanceof String text && choices.contains(text) ? text : null;
            case SWITCH -> value instanceof Boolean ? value.toString() : null;
        };
    }

    private @Nullable String bytesOf(String text) {
        Long bytes = parseBytes(text);
        return bytes == null ? null : inRange(bytes);
    }

    private @Nullable String inRange(long value) {
        return value >= min && value <= max ? Long.toString(value) : null;
    }

    /** Parses {@code 65536}, {@code 64k}, {@code 16m}, {@code 2g}, {@code 1t}; null for other texts. */
    public static @Nullable Long parseBytes(String text) {
        Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT).strip());
        if (!matcher.matches()) {
            return null;
        }
        int unit = matcher.group(2).isEmpty() ? 0 : UNITS.indexOf(matcher.group(2)) + 1;
        long count = Long.parseLong(matcher.group(1));
        long factor = 1L << BITS_PER_UNIT * unit;
        return count > Long.MAX_VALUE / factor ? null : count * factor;
    }
}
