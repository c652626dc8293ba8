package io.pragh.core.property;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A condition for a scan of vertices: one of some labels, and values under keys, given as bytes. A vertex whose
 * stored bytes cannot decide it counts as found ({@link Held#UNKNOWN}). Immutable.
 */
public final class VertexSearch {
    /** Matches all vertices. */
    public static final VertexSearch ALL = new VertexSearch(null, List.of());

    private final @Nullable Set<String> labels;
    private final List<Test> tests;

    /**
     * A value that a vertex must have.
     *
     * @param key of a property
     * @param value the bytes of a value of a type whose values are equal exactly when their bytes are; not to be
     *     written to
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Test(String key, byte[] value) {}

    private VertexSearch(@Nullable Set<String> labels, List<Test> tests) {
        this.labels = labels;
        this.tests = tests;
    }

    /** This search, for the vertices that have one of some labels. */
    public VertexSearch of(Collection<String> some) {
        return new VertexSearch(Set.copyOf(some), tests);
    }

    /** This search, for the vertices that also have a value, or may have it. */
    public VertexSearch with(Test test) {
        List<Test> all = new ArrayList<>(tests);
        all.add(test);
        return new VertexSearch(labels, List.copyOf(all));
    }

    /** The labels of which a vertex must have one; null for any. */
    public @Nullable Set<String> labels() {
        return labels;
    }

    /** The values that a vertex must have. */
    public List<Test> tests() {
        return tests;
    }

    /**
     * Whether a vertex may have all values of the search, as far as its record tells without decoding; the label is
     * not checked.
     */
    public boolean mayBe(VertexRecord vertex) {
        for (Test test : tests) {
            if (vertex.held(test.key, test.value) == Held.NO) {
                return false;
            }
        }
        return true;
    }
}
