package io.pragh.tinkerpop.server;

import io.pragh.tinkerpop.process.plan.PreparedPlan;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import javax.script.Bindings;
import javax.script.ScriptContext;
import javax.script.ScriptException;
import javax.script.SimpleBindings;
import javax.script.SimpleScriptContext;
import org.apache.tinkerpop.gremlin.jsr223.GremlinLangScriptEngine;
import org.apache.tinkerpop.gremlin.jsr223.GremlinLangScriptEngineFactory;
import org.apache.tinkerpop.gremlin.jsr223.GremlinScriptEngine;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.step.GValue;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates gremlin-lang as Gremlin Server does, and keeps the plans of repeated texts: these are neither parsed nor
 * planned again, but executed with the bindings of the request, and so is bytecode that can be
 * {@linkplain BytecodeText written} as such a text. Any thread.
 */
/*
 * A text is prepared when it comes for the second time. Its bindings then stand in it as parameters, and its plan is
 * kept only if each place at which the parser has asked for one is a hole of the plan: otherwise another part of the
 * plan may depend on the value. Only calls that a plan can replace are passed to the parser here: none of them
 * executes anything, so that nothing is done twice where there is no plan.
 */
final class PlannedTexts extends GremlinLangScriptEngine {
    private static final String SOURCE = "g";
    private static final String NO_RESULT =
            "next() has no result to return; leave it out, or use tryNext() or toList(), for none or more";

    private final GraphTraversalSource source;
    private final KeptPlans plans;

    private PlannedTexts(GraphTraversalSource source, KeptPlans plans) {
        this.source = source;
        this.plans = plans;
    }

    /** Makes the single engine of a server: plans are kept for texts over this source, and no other. */
    static final class Factory extends GremlinLangScriptEngineFactory {
        final PlannedTexts engine;

        Factory(GraphTraversalSource source, KeptPlans plans) {
            engine = new PlannedTexts(source, plans);
        }

        @Override
        public GremlinScriptEngine getScriptEngine() {
            return engine;
        }
    }

    @Override
    public Object eval(String text, ScriptContext context) throws ScriptException {
        if (context.getAttribute(SOURCE) != source) {
            return super.eval(text, context);
        }
        Traversal.Admin<?, ?> planned = planned(text, context.getBindings(ScriptContext.ENGINE_SCOPE));
        return planned == null ? parsed(text, context) : planned;
    }

    private Object parsed(String text, ScriptContext context) throws ScriptException {
        try {
            return super.eval(text, context);
        } catch (ScriptException failed) {
            if (failed.getCause() instanceof NoSuchElementException none && none.getMessage() == null) {
                throw new NoSuchElementException(NO_RESULT);
            }
            throw failed;
        }
    }

    /** The unbegun traversal of a kept plan; null when there is none, or its holes do not take these values. */
    Traversal.@Nullable Admin<?, ?> planned(Bytecode bytecode) {
        BytecodeText.Written written = BytecodeText.of(bytecode);
        if (written == null) {
            return null;
        }
        Bindings bindings = new SimpleBindings(written.values());
        bindings.put(SOURCE, source);
        return planned(written.text(), bindings);
    }

    private Traversal.@Nullable Admin<?, ?> planned(String text, Bindings bindings) {
        PreparedPlan plan = plans.of(text, () -> prepared(text, bindings));
        Map<String, Object> values = plan == null ? null : values(plan, bindings);
        return plan == null || values == null ? null : plan.traversal(values);
    }

    /** Values of all parameters; null when one is missing or is not scalar. */
    private static @Nullable Map<String, Object> values(PreparedPlan plan, Bindings bindings) {
        Map<String, Object> values = new HashMap<>();
        for (String name : plan.parameters()) {
            Object value = bindings.get(name);
            if (!PreparedPlan.canFill(value)) {
                return null;
            }
            values.put(name, value);
        }
        return values;
    }

    private @Nullable PreparedPlan prepared(String text, Bindings bindings) {
        if (!TextLimits.refusal(text).isEmpty()) {
            return null;
        }
        Parameters parameters = new Parameters(bindings);
        ScriptContext context = new SimpleScriptContext();
        context.setBindings(parameters, ScriptContext.ENGINE_SCOPE);
        try {
            Object parsed = super.eval(text, context);
            PreparedPlan plan = parsed instanceof Traversal.Admin<?, ?> traversal
                            && traversal.getStrategies() instanceof ServedStrategies served
                            && served.areRegistered()
                    ? PreparedPlan.of(source, traversal)
                    : null;
            return plan != null && plan.holes().equals(parameters.asked) ? plan : null;
        } catch (ScriptException | RuntimeException wrong) {
            return null; // the ordinary evaluation finds the error and reports it
        }
    }

    /** Bindings as parameters, with a count of how often each was asked for. One thread. */
    private static final class Parameters extends SimpleBindings {
        private final Map<String, Integer> asked = new HashMap<>();

        Parameters(Bindings bindings) {
            super(new HashMap<>(bindings));
        }

        @Override
        public @Nullable Object get(Object key) {
            Object value = super.get(key);
            if (key.equals(SOURCE)) {
                return value;
            }
            String name = (String) key;
            asked.merge(name, 1, Integer::sum);
            return PreparedPlan.canFill(value) ? GValue.of(name, value) : value;
        }
    }
}
