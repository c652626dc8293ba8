package io.pragh.tinkerpop.guide;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.console.PraghGremlinPlugin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.script.ScriptEngine;
import javax.script.ScriptException;
import org.apache.tinkerpop.gremlin.jsr223.DefaultGremlinScriptEngineManager;
import org.apache.tinkerpop.gremlin.process.traversal.Path;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;

/**
 * Answers as Gremlin Console does: {@code ==>} and each element of a result, or the message of an exception. One
 * thread.
 */
final class ConsoleSession {
    private final ScriptEngine engine;

    /** A session with a graph bound to {@code graph} and {@code g}. */
    ConsoleSession(PraghGraph graph) {
        DefaultGremlinScriptEngineManager engines = new DefaultGremlinScriptEngineManager();
        engines.addPlugin(PraghGremlinPlugin.instance());
        engine = engines.getEngineByName("gremlin-groovy");
        engine.put("graph", graph);
        engine.put("g", graph.traversal());
    }

    /** The lines of the answer to one command. */
    List<String> type(String command) {
        try {
            Object result = engine.eval(command);
            List<String> lines = new ArrayList<>();
            elements(result).forEachRemaining(element -> lines.add("==>" + text(element)));
            return lines;
        } catch (ScriptException | RuntimeException failed) {
            Throwable cause = failed;
            while (cause.getCause() != null && cause instanceof ScriptException) {
                cause = cause.getCause();
            }
            return List.of(String.valueOf(cause.getMessage()));
        }
    }

    private static Iterator<?> elements(Object result) {
        if (result instanceof Map<?, ?> map) {
            return map.entrySet().iterator();
        }
        return result == null ? Collections.singleton(null).iterator() : IteratorUtils.asIterator(result);
    }

    /** Lists, paths and maps without blanks. */
    private static String text(Object element) {
        if (element instanceof Path path) {
            return text(path.objects());
        }
        if (element instanceof Collection<?> list) {
            return list.stream().map(ConsoleSession::text).collect(Collectors.joining(",", "[", "]"));
        }
        if (element instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> text(entry.getKey()) + ":" + text(entry.getValue()))
                    .collect(Collectors.joining(",", "[", "]"));
        }
        return String.valueOf(element);
    }
}
