package io.pragh.core.property.graph;

import io.pragh.core.api.ValueOperation;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.property.change.CreateValue;
import io.pragh.core.property.change.EnsureLabel;
import java.util.List;
import java.util.stream.Stream;

/** What can be done to the values of a property graph where they lie. Stateless. */
public final class PropertyOperations {
    /** All operations of a graph, those of its lists included: for the nodes that hold it. */
    public static final List<ValueOperation> ALL = Stream.of(
                    ListOperations.ALL,
                    ListOperations.ofVertices(EnsureLabel::of),
                    List.of(new EnsureLabel(), new CreateValue()))
            .flatMap(List::stream)
            .toList();

    private PropertyOperations() {}
}
