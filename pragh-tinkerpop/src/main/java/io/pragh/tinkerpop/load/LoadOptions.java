package io.pragh.tinkerpop.load;

import org.apache.tinkerpop.gremlin.structure.Edge;
import org.jspecify.annotations.Nullable;

/**
 * Options for reading and writing files. Immutable.
 *
 * @param format format of all files, or null for the formats by their names
 * @param edgeLabel label of edges whose file has none
 * @param weightKey property key of the third column in a list of edges
 * @param delimiter separator of columns in CSV files and lists of edges; null is a comma, and in lists of edges
 *     blanks, too
 */
public record LoadOptions(
        @Nullable FileFormat format,
        String edgeLabel,
        String weightKey,
        @Nullable Character delimiter) {
    /** Formats by the files' names; edges are labelled {@code edge}, and weights are under {@code weight}. */
    public static final LoadOptions DEFAULT = new LoadOptions(null, Edge.DEFAULT_LABEL, "weight", null);

    /** A copy with one format for all files, whatever their names. */
    public LoadOptions withFormat(FileFormat other) {
        return new LoadOptions(other, edgeLabel, weightKey, delimiter);
    }

    /** A copy with another label for edges whose file has none. */
    public LoadOptions withEdgeLabel(String other) {
        return new LoadOptions(format, other, weightKey, delimiter);
    }

    /** A copy with another key for the weights in lists of edges. */
    public LoadOptions withWeightKey(String other) {
        return new LoadOptions(format, edgeLabel, other, delimiter);
    }

    /** A copy with another separator of columns. */
    public LoadOptions withDelimiter(char other) {
        return new LoadOptions(format, edgeLabel, weightKey, other);
    }

    char csvDelimiter() {
        return delimiter == null ? ',' : delimiter;
    }
}
