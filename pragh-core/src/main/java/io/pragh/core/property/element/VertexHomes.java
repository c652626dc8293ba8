package io.pragh.core.property.element;

import io.pragh.core.address.HomeMap;
import io.pragh.core.property.ElementKind;

/** Computes the home of a vertex from its identifier, without a read of the graph. Stateless. */
public final class VertexHomes {
    private VertexHomes() {}

    /**
     * Returns the partition that is read first when a vertex is looked up by its identifier: the vertex's own if the
     * identifier is its number, else that of the identity that maps the identifier to the number. A vertex with
     * another identifier has a number of the same partition, so this is its home, too, unless the identifier was
     * written as another type than the one given here.
     *
     * @param id an identifier of any type that can be stored
     */
    public static int partition(HomeMap homes, Object id) {
        long vid = Identifiers.vid(id);
        return homes.home(
                vid == Identifiers.NONE
                        ? ElementKeys.identity(ElementKind.VERTEX, Identifiers.canonical(id))
                        : ElementKeys.vertex(vid));
    }
}
