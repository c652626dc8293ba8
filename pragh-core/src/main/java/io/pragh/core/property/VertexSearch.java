package io.pragh.core.property;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a scan of vertices looks for: that they have one of some labels, and values under keys, given as bytes. What the stored bytes cannot tell counts as found ({@link Held#UNKNOWN}). Immutable.
 */
public final class VertexSearch {
    /** All vertices. */
    public static final VertexSearch ALL = new VertexSearch(null, List.of());

    private final @Nullable Set<String> labels;
    private final List<Test> tests;

    /**
     * A value that a vertex must have.
     *
     * @param key of a property
     * @param value the bytes of a value of one of those types whose values are equal when their bytes are; not to be written to
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares tests
    public record Test(String key, byte[] value) {}

    private VertexSearch(@Nullable Set<String> labels, List<Test> tests) {
        this.labels = labels;
        this.tests = tests;
    }

    /** The same for those that have one of some labels. */
    public VertexSearch of(Collection<String> some) {
        return new VertexSearch(Set.copyOf(some), tests);
    }

    /** The same for those that also have a value, or may have. */
    public VertexSearch with(Test test) {
        List<Test> all = new ArrayList<>(tests);
        all.add(test);
        return new VertexSearch(labels, List.copyOf(all));
    }

    /** One of these labels; null for any. */
    public @Nullable Set<String> labels() {
        return labels;
    }

    /** All of these values. */
    public List<Test> tests() {
        return tests;
    }

    /** Whether a vertex may have all that is looked for but the label, as far as its record tells without decoding. */
    public boolean mayBe(VertexRecord vertex) {
        for (Test test : tests) {
            if (vertex.held(test.key, test.value) == Held.NO) {
                return false;
            }
        }
        return true;
    }
}
