package io.pragh.tinkerpop.load;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Texts of files that have to be UTF-8. Stateless. */
final class Utf8 {
    /** Stands in a decoded text for bytes that are no character, or for itself. */
    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    /** Whether UTF-8 can represent a text: it has no form for one half of a pair of characters without the other. */
    static boolean represents(String text) {
        boolean anyHalf = text.chars().anyMatch(c -> Character.isSurrogate((char) c));
        return !anyHalf || StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /**
     * The text of the bytes {@code from} to {@code to}.
     *
     * @throws MalformedLine when they are not UTF-8: two identifiers could become one otherwise
     */
    static String text(byte[] bytes, int from, int to) {
        String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            check(ByteBuffer.wrap(bytes, from, to - from), text);
        }
        return text;
    }

    private static void check(ByteBuffer bytes, String text) {
        try {
            var unused = StandardCharsets.UTF_8.newDecoder().decode(bytes);
        } catch (CharacterCodingException other) {
            throw new MalformedLine("the text is not UTF-8: text=" + text.strip()
                    + "; convert the file first, for example by: iconv -f latin1 -t utf-8");
        }
    }
}
