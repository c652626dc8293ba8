package io.pragh.tinkerpop.server;

import org.antlr.v4.runtime.dfa.DFA;
import org.apache.tinkerpop.gremlin.language.grammar.GremlinParser;

/** Bounds the length and nesting of a request's text, and the parser's memory of texts. Any thread. */
/*
 * The parser of gremlin-lang keeps a state for every parsing situation that it has met, some 8 kB of heap each, until
 * they are cleared. Their number grows with a text's length times its depth: 60 kB of calls that are nested 60 deep
 * leave 27,000 states, 220 MB, behind; 12 kB that are nested 20 deep 4,500; ordinary texts a few hundred in all. To
 * learn those again takes some milliseconds.
 */
final class TextLimits {
    /** Bound on the characters of a request's text. */
    static final int LENGTH_MAX = 64 << 10;
    /** Bound on brackets that are open at once. */
    static final int DEPTH_MAX = 64;
    /** Bound on characters, each counted once per bracket open at it. */
    static final int NESTED_MAX = 256 << 10;
    /** Parser states at which they are cleared. */
    static final int STATES_MAX = 4096;
    /** Parser states that are kept for good. */
    static final int STATES_KEPT_MAX = 512;

    private TextLimits() {}

    /**
     * The reason why a text is not parsed.
     *
     * @return a sentence; empty when it may be parsed, and there is room for the states that it may add
     */
    static String refusal(String text) {
        if (text.length() > LENGTH_MAX) {
            return "the text is too long; send the values that it holds as bindings, or several requests: characters="
                    + text.length() + " max=" + LENGTH_MAX;
        }
        String nested = nesting(text);
        if (nested.isEmpty() && learned() > STATES_MAX) {
            forget();
        }
        return nested;
    }

    /** Clears parser states that unusual texts have added. To be called now and then. */
    static void forgetUncommon() {
        if (learned() > STATES_KEPT_MAX) {
            forget();
        }
    }

    private static void forget() {
        new GremlinParser(null).getInterpreter().clearDFA(); // texts that are being parsed add their states again
    }

    /**
     * The reason why a text is nested too deeply, or too long at depth; quoted text is a value and does not count.
     */
    private static String nesting(String text) {
        int depth = 0;
        int deepest = 0;
        long nested = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                i += c == '\\' ? 1 : 0;
                quote = c == quote ? 0 : quote;
                continue;
            }
            quote = c == '\'' || c == '"' ? c : 0;
            depth = Math.max(0, depth + change(c));
            deepest = Math.max(deepest, depth);
            nested += depth;
        }
        if (deepest > DEPTH_MAX) {
            return "the text is nested too deeply: brackets=" + deepest + " max=" + DEPTH_MAX;
        }
        return nested <= NESTED_MAX
                ? ""
                : "too much of the text is nested deeply; send several requests: characters times open brackets="
                        + nested + " max=" + NESTED_MAX;
    }

    private static int change(char c) {
        return switch (c) {
            case '(', '[', '{' -> 1;
            case ')', ']', '}' -> -1;
            default -> 0;
        };
    }

    /** Number of parser states. */
    static long learned() {
        long states = 0;
        for (DFA decision : new GremlinParser(null).getInterpreter().decisionToDFA) {
            states += decision.states.size();
        }
        return states;
    }
}
