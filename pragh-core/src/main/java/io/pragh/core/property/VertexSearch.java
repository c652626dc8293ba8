package io.pragh.core.property;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a scan of vertices looks for: that they have one of some labels, and values under keys, given as bytes; and what it wants to know of
 * them. What the stored bytes cannot tell counts as found ({@link Held#UNKNOWN}). Immutable.
 */
public final class VertexSearch {
    /** All vertices. */
    public static final VertexSearch ALL = new VertexSearch(null, List.of(), List.of());

    private final @Nullable Set<String> labels;
    private final List<Test> tests;
    private final List<String> wanted;

    /**
     * A value that a vertex must have.
     *
     * @param key of a property
     * @param value the bytes of a value of one of those types whose values are equal when their bytes are; not to be written to
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares tests
    public record Test(String key, byte[] value) {}

    private VertexSearch(@Nullable Set<String> labels, List<Test> tests, List<String> wanted) {
        this.labels = labels;
        this.tests = tests;
        this.wanted = wanted;
    }

    /** The same for those that have one of some labels. */
    public VertexSearch of(Collection<String> some) {
        return new VertexSearch(Set.copyOf(some), tests, wanted);
    }

    /** The same for those that also have a value, or may have. */
    public VertexSearch with(Test test) {
        return new VertexSearch(labels, and(tests, test), wanted);
    }

    /** The same for a caller that also wants the values of a key. */
    public VertexSearch wanting(String key) {
        return new VertexSearch(labels, tests, and(wanted, key));
    }

    private static <T> List<T> and(List<T> some, T more) {
        List<T> all = new ArrayList<>(some);
        all.add(more);
        return List.copyOf(all);
    }

    /** One of these labels; null for any. */
    public @Nullable Set<String> labels() {
        return labels;
    }

    /** All of these values. */
    public List<Test> tests() {
        return tests;
    }

    /** The keys whose values are wanted. */
    public List<String> wanted() {
        return wanted;
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
