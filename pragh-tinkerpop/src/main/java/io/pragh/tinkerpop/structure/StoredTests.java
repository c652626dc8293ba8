package io.pragh.tinkerpop.structure;

import io.pragh.core.property.Held;
import io.pragh.core.property.VertexSearch;
import io.pragh.core.property.value.ValueCodec;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Compare;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.T;
import org.jspecify.annotations.Nullable;

/**
 * The tests of a {@code has}. Whether a vertex has a text or a whole number under a key is decided by its stored
 * bytes, without making values of them, where its values there are of the same type; all other tests are left to
 * Gremlin. One thread.
 */
public final class StoredTests {
    private final List<HasContainer> all;
    private final HasContainer[] tests;
    /** The wanted values in their stored form; null for tests that Gremlin has to evaluate. */
    private final byte[] @Nullable [] values;

    private final boolean any;

    /** Captures the present tests. */
    public StoredTests(List<HasContainer> tests) {
        this.all = List.copyOf(tests);
        this.tests = tests.toArray(new HasContainer[0]);
        this.values = new byte[this.tests.length][];
        boolean found = false;
        for (int i = 0; i < values.length; i++) {
            values[i] = stored(this.tests[i]);
            found |= values[i] != null;
        }
        this.any = found;
    }

    private static byte @Nullable [] stored(HasContainer has) {
        String key = has.getKey();
        boolean isProperty = key != null && !key.equals(T.id.getAccessor()) && !key.equals(T.label.getAccessor());
        boolean isEqual = has.getClass() == HasContainer.class
                && has.getPredicate().getClass() == P.class
                && has.getBiPredicate() == Compare.eq;
        if (!isProperty || !isEqual) {
            return null;
        }
        Object value = has.getValue();
        return value instanceof String || value instanceof Integer || value instanceof Long
                ? ValueCodec.encode(value)
                : null;
    }

    /** Whether an element passes all of them. */
    public boolean pass(Element element) {
        if (!any || !(element instanceof PraghVertex vertex)) {
            return HasContainer.testAll(element, all); // Gremlin's method treats a vertex property as an element too
        }
        for (int i = 0; i < tests.length; i++) {
            byte[] value = values[i];
            Held held = value == null ? Held.UNKNOWN : vertex.held(tests[i].getKey(), value);
            if (held == Held.NO || held == Held.UNKNOWN && !tests[i].test(element)) {
                return false;
            }
        }
        return true;
    }

    /** The search for a scan: vertices that may pass the tests, by their stored bytes. */
    VertexSearch search() {
        VertexSearch search = VertexSearch.ALL;
        for (int i = 0; i < tests.length; i++) {
            byte[] value = values[i];
            search = value == null ? search : search.with(new VertexSearch.Test(tests[i].getKey(), value));
        }
        return search;
    }
}
