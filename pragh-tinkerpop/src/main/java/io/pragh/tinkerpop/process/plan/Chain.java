package io.pragh.tinkerpop.process.plan;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Stages one behind the other. Immutable.
 *
 * @param type of the rows behind the last one
 * @param known whether these are vertices that were read, and not only found at the ends of edges
 * @param places what is at the places that it notes on its way
 * @param hasPaths whether it notes all of them
 * @param sacks whether it changes what those that go on have in their sacks
 */
record Chain(List<Stage> stages, RowType type, boolean known, Set<RowType> places, boolean hasPaths, boolean sacks) {
    Chain {
        stages = List.copyOf(stages);
        places = Set.copyOf(places);
    }

    /** Its operators over one that is there. */
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
