package io.pragh.tinkerpop.load;

import org.apache.tinkerpop.gremlin.structure.Edge;
import org.jspecify.annotations.Nullable;

/**
 * How files are read, and written. Immutable.
 *
 * @param format what all files are written in, or null: as their names say
 * @param edgeLabel label of edges whose file has none
 * @param weightKey key of the property that an edge's third column becomes in a list of edges
 * @param delimiter what separates the columns of CSV files and lists of edges; null is a comma, and in lists of edges blanks, too
 */
public record LoadOptions(
        @Nullable FileFormat format,
        String edgeLabel,
        String weightKey,
        @Nullable Character delimiter) {
    /** Formats as the names say; edges are an {@code edge}, their numbers a {@code weight}. */
    public static final LoadOptions DEFAULT = new LoadOptions(null, Edge.DEFAULT_LABEL, "weight", null);

    /** The same, all files being of one format whatever they are called. */
    public LoadOptions withFormat(FileFormat other) {
        return new LoadOptions(other, edgeLabel, weightKey, delimiter);
    }

    /** The same with another label for edges whose file has none. */
    public LoadOptions withEdgeLabel(String other) {
        return new LoadOptions(format, other, weightKey, delimiter);
    }

    /** The same with another key for the numbers in lists of edges. */
    public LoadOptions withWeightKey(String other) {
        return new LoadOptions(format, edgeLabel, other, delimiter);
    }

    /** The same with columns that another character separates. */
    public LoadOptions withDelimiter(char other) {
        return new LoadOptions(format, edgeLabel, weightKey, other);
    }

    char csvDelimiter() {
        return delimiter == null ? ',' : delimiter;
    }
}
