package io.pragh.tinkerpop.server;

import org.antlr.v4.runtime.dfa.DFA;
import org.apache.tinkerpop.gremlin.language.grammar.GremlinParser;

/** How long and how deeply nested a request's text may be, and how much the parser may remember of texts. Any thread. */
/*
 * The parser of gremlin-lang keeps a state for every situation that it has met, some 8 kB of heap each, until it is told to forget. Their
 * number grows with a text's length times its depth: 60 kB of calls that are nested 60 deep leave 27,000 states, 220 MB, behind; 12 kB that
 * are nested 20 deep 4,500; what people write a few hundred in all. To learn those again takes some milliseconds.
 */
final class TextLimits {
    /** Characters of a request's text. */
    static final int LENGTH_MAX = 64 << 10;
    /** Brackets that are open at once. */
    static final int DEPTH_MAX = 64;
    /** Characters, each as often as brackets are open at it. */
    static final int NESTED_MAX = 256 << 10;
    /** States of the parser, before it has to forget them. */
    static final int STATES_MAX = 4096;
    /** States of the parser that it keeps for good. */
    static final int STATES_KEPT_MAX = 512;

    private TextLimits() {}

    /**
     * Why a text is not parsed.
     *
     * @return a sentence; empty when it may be parsed, and there is room for what the parser learns of it
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

    /** Has the parser forget texts that were out of the common. To be called now and then. */
    static void forgetUncommon() {
        if (learned() > STATES_KEPT_MAX) {
            forget();
        }
    }

    private static void forget() {
        new GremlinParser(null).getInterpreter().clearDFA(); // texts that are being parsed learn again
    }

    /** Too deep, or too much of it deep; what stands in quotes is a value and costs nothing. */
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

    /** States that the parser knows. */
    static long learned() {
        long states = 0;
        for (DFA decision : new GremlinParser(null).getInterpreter().decisionToDFA) {
            states += decision.states.size();
        }
        return states;
    }
}
