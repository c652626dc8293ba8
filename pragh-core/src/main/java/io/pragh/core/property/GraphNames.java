package io.pragh.core.property;

/**
 * The catalogues of names of a graph. Any thread.
 *
 * @param edgeLabels 1 to 65,534
 * @param vertexLabels labels of vertices
 * @param keys keys of properties
 */
record GraphNames(NameCatalogue edgeLabels, NameCatalogue vertexLabels, NameCatalogue keys) {
    static GraphNames unknown() {
        return new GraphNames(
                new NameCatalogue(ElementKeys.EDGE_LABELS, ElementKeys.LABEL_MAX),
                new NameCatalogue(ElementKeys.VERTEX_LABELS, Integer.MAX_VALUE),
                new NameCatalogue(ElementKeys.PROPERTY_KEYS, Integer.MAX_VALUE));
    }
}
