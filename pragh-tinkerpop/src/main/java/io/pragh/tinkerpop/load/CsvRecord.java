package io.pragh.tinkerpop.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A record of a CSV file, reused for the next one: quotes may hold commas, line ends and doubled quotes. Its fields
 * are UTF-8, in place within the line unless it has quotes. One thread.
 */
final class CsvRecord {
    private static final int FIELDS_FIRST = 16;
    private static final int ASCII_MAX = 127;

    private final LineBytes lines;
    private final char separator;
    private byte[] bytes = {};
    private int[] froms = new int[FIELDS_FIRST];
    private int[] tos = new int[FIELDS_FIRST];
    private int size;
    private boolean ascii;

    CsvRecord(LineBytes lines, char separator) {
        this.lines = lines;
        this.separator = separator;
    }

    /** Reads the next record; false at the end. */
    boolean next() throws IOException {
        if (!lines.next()) {
            return false;
        }
        size = 0;
        if (separator > ASCII_MAX || !split()) {
            fields(CsvLine.read(Utf8.text(lines.bytes(), lines.from(), lines.to()), this::nextText, separator));
        }
        return true;
    }

    private @org.jspecify.annotations.Nullable String nextText() throws IOException {
        return lines.next() ? Utf8.text(lines.bytes(), lines.from(), lines.to()) : null;
    }

    /** Splits a line at the separators; false when it has a quote. */
    private boolean split() {
        bytes = lines.bytes();
        int from = lines.from();
        int to = lines.to();
        int all = 0;
        for (int i = from; i < to; i++) {
            byte next = bytes[i];
            all |= next;
            if (next == '"') {
                size = 0;
                return false;
            }
            if (next == separator) {
                field(from, i);
                from = i + 1;
            }
        }
        field(from, to);
        ascii = all >= 0;
        return true;
    }

    private void field(int from, int to) {
        if (size == froms.length) {
            froms = Arrays.copyOf(froms, 2 * size);
            tos = Arrays.copyOf(tos, 2 * size);
        }
        froms[size] = from;
        tos[size++] = to;
    }

    private void fields(CsvLine line) {
        ascii = true;
        List<byte[]> encoded = new ArrayList<>();
        int length = 0;
        for (String text : line.fields()) {
            byte[] one = text.getBytes(StandardCharsets.UTF_8);
            ascii &= one.length == text.length();
            encoded.add(one);
            length += one.length;
        }
        bytes = new byte[length];
        int at = 0;
        for (byte[] one : encoded) {
            System.arraycopy(one, 0, bytes, at, one.length);
            field(at, at + one.length);
            at += one.length;
        }
    }

    int size() {
        return size;
    }

    /** Whether all characters are ASCII: then bytes are characters. */
    boolean isAscii() {
        return ascii;
    }

    byte[] bytes() {
        return bytes;
    }

    int from(int field) {
        return froms[field];
    }

    int to(int field) {
        return tos[field];
    }

    boolean isEmpty(int field) {
        return froms[field] == tos[field];
    }

    /** Whether a field has exactly these bytes. */
    boolean is(int field, byte[] wanted) {
        return Arrays.equals(bytes, froms[field], tos[field], wanted, 0, wanted.length);
    }

    String text(int field) {
        return Utf8.text(bytes, froms[field], tos[field]);
    }

    /** All fields. */
    List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            texts.add(text(i));
        }
        return texts;
    }
}
