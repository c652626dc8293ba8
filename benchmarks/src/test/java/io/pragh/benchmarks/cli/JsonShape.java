package io.pragh.benchmarks.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A JSON document of objects and plain values, for tests that look into it; throws when the text is no JSON.
 * Immutable.
 */
final class JsonShape {
    private final Object root;

    private JsonShape(Object root) {
        this.root = root;
    }

    static JsonShape parse(String text) {
        Parser parser = new Parser(text);
        Object root = parser.value();
        parser.end();
        return new JsonShape(root);
    }

    /** The value at this path of names. */
    @Nullable
    Object at(String... path) {
        Object here = root;
        for (String name : path) {
            here = ((Map<?, ?>) here).get(name);
        }
        return here;
    }

    /** The names of the members of the object at this path. */
    Set<String> names(String... path) {
        Set<String> names = new TreeSet<>();
        ((Map<?, ?>) at(path)).keySet().forEach(name -> names.add((String) name));
        return names;
    }

    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        @Nullable
        Object value() {
            char next = peek();
            if (next == '{') {
                return object();
            }
            if (next == '[') {
                return list();
            }
            if (next == '"') {
                return string();
            }
            int from = at;
            while (at < text.length()
                    && "}],".indexOf(text.charAt(at)) < 0
                    && !Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            String word = text.substring(from, at);
            return switch (word) {
                case "null" -> null;
                case "true", "false" -> Boolean.valueOf(word);
                default -> Double.valueOf(word);
            };
        }

        private Object object() {
            Map<String, Object> map = new LinkedHashMap<>();
            expect('{');
            while (peek() != '}') {
                String name = string();
                expect(':');
                map.put(name, value());
                separator('}');
            }
            expect('}');
            return map;
        }

        private Object list() {
            Map<Integer, Object> elements = new LinkedHashMap<>();
            expect('[');
            while (peek() != ']') {
                elements.put(elements.size(), value());
                separator(']');
            }
            expect(']');
            return elements.values();
        }

        private void separator(char end) {
            if (peek() != end) {
                expect(',');
            }
        }

        private String string() {
            expect('"');
            int from = at;
            while (text.charAt(at) != '"') {
                at += text.charAt(at) == '\\' ? 2 : 1;
            }
            return text.substring(from, at++);
        }

        private char peek() {
            while (Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return text.charAt(at);
        }

        private void expect(char wanted) {
            if (peek() != wanted) {
                throw new IllegalArgumentException("expected " + wanted + " at " + at + ": " + text);
            }
            at++;
        }

        void end() {
            if (!text.substring(at).isBlank()) {
                throw new IllegalArgumentException("more than one value: " + text.substring(at));
            }
        }
    }
}
