package io.pragh.tinkerpop.server;

import io.pragh.tinkerpop.process.plan.PreparedPlan;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.Compare;
import org.apache.tinkerpop.gremlin.process.traversal.Contains;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Pop;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.Text;
import org.apache.tinkerpop.gremlin.process.traversal.TextP;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.util.AndP;
import org.apache.tinkerpop.gremlin.process.traversal.util.ConnectiveP;
import org.apache.tinkerpop.gremlin.process.traversal.util.OrP;
import org.apache.tinkerpop.gremlin.structure.Column;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.T;
import org.jspecify.annotations.Nullable;

/**
 * Converts a traversal in bytecode to the equivalent text of gremlin-lang, with a variable for each value that may
 * differ in the same {@linkplain PreparedPlan plan}: so traversals that differ only in such values have one text. One
 * thread.
 */
// Bytecode is written only if the text has exactly its meaning: otherwise there is no text.
final class BytecodeText {
    private static final int DEPTH_MAX = 16;
    private static final int CHARACTERS_EXPECTED = 128;
    private static final Set<Class<?>> NAMES =
            Set.of(T.class, Scope.class, Order.class, Column.class, Pop.class, Direction.class);

    private final StringBuilder text = new StringBuilder(CHARACTERS_EXPECTED);
    private final Map<String, Object> values = new HashMap<>();

    /** The text of a traversal, and the values of its variables. */
    record Written(String text, Map<String, Object> values) {}

    private BytecodeText() {}

    /** The text of a traversal; null when it has none, or one that is too long for its plan to be kept. */
    static @Nullable Written of(Bytecode bytecode) {
        if (!bytecode.getSourceInstructions().isEmpty()) {
            return null;
        }
        BytecodeText written = new BytecodeText();
        written.text.append('g');
        return written.steps(bytecode, 0) ? new Written(written.text.toString(), written.values) : null;
    }

    private boolean steps(Bytecode bytecode, int depth) {
        if (depth > DEPTH_MAX || bytecode.getStepInstructions().isEmpty()) {
            return false;
        }
        for (Bytecode.Instruction step : bytecode.getStepInstructions()) {
            String operator = step.getOperator();
            if (!KeptPlans.isCall(operator)) {
                return false; // a string that is no name cannot be written, and a step without a plan need not be
            }
            Object[] arguments = step.getArguments();
            text.append('.').append(operator).append('(');
            for (int i = 0; i < arguments.length; i++) {
                text.append(i == 0 ? "" : ",");
                boolean isHole =
                        GraphTraversal.Symbols.V.equals(operator) || i == arguments.length - 1 && compares(step);
                if (!argument(arguments[i], isHole, depth)) {
                    return false;
                }
            }
            text.append(')');
            if (isTooLong()) {
                return false;
            }
        }
        return true;
    }

    private boolean isTooLong() {
        return text.length() > KeptPlans.LENGTH_MAX;
    }

    /** Whether the last argument is the value of a comparison. */
    private static boolean compares(Bytecode.Instruction step) {
        Object[] arguments = step.getArguments();
        return switch (step.getOperator()) {
            // a label is a part of the plan
            case GraphTraversal.Symbols.has ->
                arguments.length == 3 || arguments.length == 2 && value(arguments[0]) != T.label;
            case GraphTraversal.Symbols.hasId -> arguments.length == 1;
            default -> false;
        };
    }

    private static @Nullable Object value(@Nullable Object argument) {
        return argument instanceof Bytecode.Binding<?> bound ? bound.value() : argument;
    }

    private boolean argument(@Nullable Object argument, boolean isHole, int depth) {
        Object value = value(argument);
        if (value instanceof Bytecode child) {
            text.append("__");
            return child.getSourceInstructions().isEmpty() && steps(child, depth + 1);
        }
        if (value instanceof P<?> predicate) {
            return predicate(predicate, isHole, depth);
        }
        return isHole ? hole(value) : literal(value);
    }

    private boolean hole(@Nullable Object value) {
        if (value == null || !PreparedPlan.canFill(value) || isTooLong()) {
            return false;
        }
        String name = "p" + values.size();
        values.put(name, value);
        text.append(name);
        return true;
    }

    private boolean predicate(P<?> predicate, boolean isHole, int depth) {
        if (predicate instanceof ConnectiveP<?> connected) {
            return depth <= DEPTH_MAX && connected(connected, depth + 1);
        }
        Object value = predicate.getValue();
        if (predicate.getClass() == P.class && predicate.getBiPredicate() instanceof Compare compare) {
            text.append(compare.name()).append('(');
            if (!(isHole ? hole(value) : literal(value))) {
                return false;
            }
        } else if (predicate.getClass() == P.class
                && predicate.getBiPredicate() instanceof Contains contains
                && value instanceof Collection<?> several) {
            text.append(contains.name()).append('(');
            String comma = "";
            for (Object each : several) {
                text.append(comma);
                comma = ",";
                if (!literal(each)) {
                    return false;
                }
            }
        } else if (predicate.getClass() == TextP.class
                && predicate.getBiPredicate() instanceof Text how
                && value instanceof String part) {
            text.append(how.name()).append('(');
            if (!quoted(part)) {
                return false;
            }
        } else {
            return false;
        }
        text.append(')');
        return true;
    }

    /** Writes the later predicates as arguments of the first: {@code gt(1).and(lt(5))}. */
    private boolean connected(ConnectiveP<?> all, int depth) {
        String by = all instanceof AndP ? ".and(" : all instanceof OrP ? ".or(" : "";
        List<? extends P<?>> predicates = all.getPredicates();
        boolean written = !by.isEmpty() && predicate(predicates.get(0), false, depth);
        for (int i = 1; i < predicates.size() && written; i++) {
            text.append(by);
            written = predicate(predicates.get(i), false, depth);
            text.append(')');
        }
        return written;
    }

    private boolean literal(@Nullable Object value) {
        if (value instanceof String string) {
            return quoted(string);
        }
        if (isTooLong()) {
            return false;
        }
        if (value instanceof Integer || value instanceof Boolean) {
            text.append(value);
        } else if (value instanceof Long) {
            text.append(value).append('L');
        } else if (value instanceof Double number && Double.isFinite(number)) {
            text.append(value).append('D');
        } else if (value instanceof Enum<?> name && NAMES.contains(name.getDeclaringClass())) {
            text.append(name.getDeclaringClass().getSimpleName()).append('.').append(name.name());
        } else {
            return false;
        }
        return true;
    }

    private boolean quoted(String string) {
        if (isTooLong() || string.length() > KeptPlans.LENGTH_MAX) {
            return false;
        }
        text.append('\'');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c < ' ' || c == '\\' || c == '\'') {
                return false; // it could be written, but that does not pay
            }
            text.append(c);
        }
        text.append('\'');
        return true;
    }
}
