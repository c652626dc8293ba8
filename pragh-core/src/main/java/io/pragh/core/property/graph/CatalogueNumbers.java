package io.pragh.core.property.graph;

import io.pragh.core.api.TransactionSource;
import io.pragh.core.property.catalogue.GraphNames;
import io.pragh.core.property.element.VertexCodec;

/** Maps names of labels and keys to numbers, and back, outside of any transaction. One thread. */
record CatalogueNumbers(GraphNames names, TransactionSource source, int bodyBytesMax) implements VertexCodec.Names {
    @Override
    public int vertexLabel(String name) {
        return names.vertexLabels().number(name, source);
    }

    @Override
    public String vertexLabel(int number) {
        return names.vertexLabels().name(number, source);
    }

    @Override
    public int key(String name) {
        return names.keys().number(name, source);
    }

    @Override
    public int knownKey(String name) {
        return names.keys().known(name);
    }

    @Override
    public void identified() {
        names.facts().number(GraphNames.IDENTIFIED, source);
    }

    @Override
    public String key(int number) {
        return names.keys().name(number, source);
    }
}
