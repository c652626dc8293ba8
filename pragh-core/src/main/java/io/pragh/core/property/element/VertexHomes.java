package io.pragh.core.property.element;

import io.pragh.core.address.HomeMap;
import io.pragh.core.property.ElementKind;

/** Where a vertex is at home, as far as its identifier tells: without a look at the graph. Stateless. */
public final class VertexHomes {
    private VertexHomes() {}

    /**
     * The partition of what is read first when a vertex is looked for by its identifier: of the vertex itself if the identifier is its
     * number, else of the entry that knows its number. A vertex that is called by another identifier than a number was given a number of
     * the same partition, so this is its home, too, unless the identifier was written as another type than the one it was given as.
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
