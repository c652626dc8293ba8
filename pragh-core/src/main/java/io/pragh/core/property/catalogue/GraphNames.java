package io.pragh.core.property.catalogue;

import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.VertexCodec;

/**
 * The catalogues of names of a graph. Any thread.
 *
 * @param edgeLabels 1 to 65,534
 * @param vertexLabels labels of vertices, 1 to {@link VertexCodec#LABEL_MAX}
 * @param keys keys of properties
 * @param edgeColumns which property the edges of a label carry
 * @param facts what has become true of the graph: {@link #IDENTIFIED}, or nothing
 */
public record GraphNames(
        NameCatalogue edgeLabels,
        NameCatalogue vertexLabels,
        NameCatalogue keys,
        EdgeColumns edgeColumns,
        NameCatalogue facts) {
    /** The fact that some vertex may be called by something else than its number. It is known before any such vertex is there. */
    public static final String IDENTIFIED = "identified";

    /** Catalogues that know nothing yet, of a store that has values of so many bytes at most. */
    public static GraphNames unknown(Catalogue stored, int valueBytesMax) {
        int nameBytesMax = NameCatalogue.nameBytesMax(valueBytesMax);
        return new GraphNames(
                new NameCatalogue(stored, ElementKeys.EDGE_LABELS, ElementKeys.LABEL_MAX, nameBytesMax),
                new NameCatalogue(stored, ElementKeys.VERTEX_LABELS, VertexCodec.LABEL_MAX, nameBytesMax),
                new NameCatalogue(stored, ElementKeys.PROPERTY_KEYS, Integer.MAX_VALUE, nameBytesMax),
                new EdgeColumns(stored, nameBytesMax),
                new NameCatalogue(stored, ElementKeys.FACTS, 1, nameBytesMax));
    }
}
