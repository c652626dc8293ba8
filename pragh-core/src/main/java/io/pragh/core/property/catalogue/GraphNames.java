package io.pragh.core.property.catalogue;

import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.VertexCodec;

/**
 * The catalogues of names of a graph. Any thread.
 *
 * @param edgeLabels 1 to 65,534
 * @param vertexLabels labels of vertices, 1 to {@link VertexCodec#LABEL_MAX}
 * @param keys keys of properties
 * @param edgeColumns the property that the edges of a label carry
 * @param facts that have become true of the graph: {@link #IDENTIFIED}, or none
 */
public record GraphNames(
        NameCatalogue edgeLabels,
        NameCatalogue vertexLabels,
        NameCatalogue keys,
        EdgeColumns edgeColumns,
        NameCatalogue facts) {
    /**
     * The fact that the identifier of some vertex may be another than its number. It is stored before any such
     * vertex.
     */
    public static final String IDENTIFIED = "identified";

    /** Catalogues that know no name yet, for a store of values with so many bytes at most. */
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
