package io.pragh.tinkerpop.server;

import io.pragh.tinkerpop.process.plan.PreparedPlan;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Cache of plans of texts that have come twice or more, the most recently used ones; a text without a plan is
 * remembered as such. Any thread.
 */
// A plan takes memory in proportion to its text, so the characters of all texts bound the texts and the plans.
final class KeptPlans {
    /** Bound on the characters of one text with a plan. */
    static final int LENGTH_MAX = 4096;
    /** Bound on the characters of all texts together. */
    static final int CHARACTERS_MAX = 256 << 10;
    /** Bound on the number of texts. */
    static final int TEXTS_MAX = 1024;

    /** Steps that a plan can replace; none of these executes anything while it is parsed. */
    private static final Set<String> CALLS =
            Set.copyOf(Arrays.asList(("V E out in both outE inE bothE inV outV bothV otherV"
                            + " has hasLabel hasId hasNot is where not and or dedup limit range skip order by local repeat times until emit loops union"
                            + " coalesce optional choose flatMap values id label valueMap elementMap project map constant as select path simplePath"
                            + " cyclicPath count sum min max mean fold groupCount group eq neq gt gte lt lte within without between inside outside"
                            + " startingWith notStartingWith endingWith notEndingWith containing notContaining")
                    .split(" ", -1)));

    private static final Pattern CALL = Pattern.compile("([A-Za-z_]\\w*)\\s*\\(");

    private final Map<String, Kept> texts = new LinkedHashMap<>(16, 0.75f, true);
    private int characters;

    /** An entry of a text; {@code plan} is null when there is none, or the text has come only once. */
    private record Kept(boolean looked, @Nullable PreparedPlan plan) {}

    private static final Kept ONCE = new Kept(false, null);

    /** The plan of a text, made now if the text has come before without being prepared; null when there is none. */
    @Nullable
    PreparedPlan of(String text, Supplier<@Nullable PreparedPlan> made) {
        if (text.length() > LENGTH_MAX) {
            return null;
        }
        synchronized (this) {
            Kept known = texts.get(text);
            if (known == null) {
                put(text, ONCE);
                return null;
            }
            if (known.looked) {
                return known.plan;
            }
        }
        PreparedPlan plan = mayBePlan(text) ? made.get() : null;
        synchronized (this) {
            put(text, new Kept(true, plan));
        }
        return plan;
    }

    /** Whether a plan can replace a step of that name. */
    static boolean isCall(String name) {
        return CALLS.contains(name);
    }

    private void put(String text, Kept kept) {
        characters += texts.put(text, kept) == null ? text.length() : 0;
        Iterator<String> oldest = texts.keySet().iterator();
        while (characters > CHARACTERS_MAX || texts.size() > TEXTS_MAX) {
            characters -= oldest.next().length();
            oldest.remove();
        }
    }

    /**
     * Whether a text only reads, and has no call that a plan cannot replace. Calls within quotes count as well: then
     * there is no plan.
     */
    private static boolean mayBePlan(String text) {
        if (!text.startsWith("g.V(") && !text.startsWith("g.E(")) {
            return false;
        }
        Matcher calls = CALL.matcher(text);
        while (calls.find()) {
            if (!CALLS.contains(calls.group(1))) {
                return false;
            }
        }
        return true;
    }

    /** Number of texts. */
    synchronized int texts() {
        return texts.size();
    }

    /** Number of texts with a plan. */
    synchronized int plans() {
        return (int) texts.values().stream().filter(kept -> kept.plan != null).count();
    }

    /** Characters of all texts. */
    synchronized int characters() {
        return characters;
    }
}
