package io.pragh.tinkerpop.process.plan;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A sequence of stages. Immutable.
 *
 * @param type of the rows behind the last one
 * @param known whether these are vertices that were read, rather than only found at the ends of edges
 * @param places types of the places that it records on paths
 * @param hasPaths whether it records all places
 * @param sacks whether it changes the sacks of its results
 */
record Chain(List<Stage> stages, RowType type, boolean known, Set<RowType> places, boolean hasPaths, boolean sacks) {
    Chain {
        stages = List.copyOf(stages);
        places = Set.copyOf(places);
    }

    /** Opens its operators over an existing one. */
    Operator open(Run run, Operator before) {
        Operator last = before;
        for (Stage stage : stages) {
            last = stage.opener().open(run, last);
        }
        return last;
    }

    @Override
    public String toString() {
        return stages.isEmpty()
                ? "itself"
                : stages.stream().map(Stage::toString).collect(Collectors.joining(" → "));
    }
}
