package io.pragh.core.property.graph;

import io.pragh.core.api.ValueOperation;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.property.change.CreateValue;
import io.pragh.core.property.change.EnsureLabel;
import java.util.List;
import java.util.stream.Stream;

/** The operations that owners evaluate on the values of a property graph. Stateless. */
public final class PropertyOperations {
    /** All operations of a graph, including those of its lists, for the nodes that hold it. */
    public static final List<ValueOperation> ALL = Stream.of(
                    ListOperations.ALL,
                    ListOperations.ofVertices(EnsureLabel::of),
                    List.of(new EnsureLabel(), new CreateValue()))
            .flatMap(List::stream)
            .toList();

    private PropertyOperations() {}
}
