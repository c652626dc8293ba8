package io.pragh.tinkerpop.process.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Stages one behind the other. Immutable. */
record Chain(List<Stage> stages, RowType type) {
    Chain {
        stages = List.copyOf(stages);
    }

    /** Its operators over one that is there. */
    Operator open(Run run, Operator before) {
        Operator last = before;
        for (Stage stage : stages) {
            last = stage.opener().open(run, last);
        }
        return last;
    }

    /** The same with more stages behind it. */
    Chain with(List<Stage> more, RowType typeThen) {
        List<Stage> all = new ArrayList<>(stages);
        all.addAll(more);
        return new Chain(all, typeThen);
    }

    @Override
    public String toString() {
        return stages.stream().map(Stage::toString).collect(Collectors.joining(" → "));
    }
}
