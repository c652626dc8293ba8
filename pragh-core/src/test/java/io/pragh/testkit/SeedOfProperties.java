package io.pragh.testkit;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Gives jqwik's properties their seed, see {@link Seeds}; jqwik prints it with each failure. Found by jqwik as a
 * service.
 */
public final class SeedOfProperties implements AroundPropertyHook {
    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        if (context.attributes().seed().isEmpty()) {
            context.attributes().setSeed(Long.toString(Seeds.of(Seeds.ALL)));
        }
        return property.execute();
    }

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }
}
