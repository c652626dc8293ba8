package io.pragh.history;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One attempt of one transaction. Immutable.
 *
 * @param id its number in the history
 * @param process the process that ran it; a process runs one transaction at a time
 * @param invoked instant before its begin
 * @param completed instant after its answer arrived
 * @param outcome how it ended
 * @param fresh whether it must see all commits that were acknowledged before it was invoked; a read on a cached
 * snapshot need not
 * @param steps what it did, in order
 */
public record RecordedTransaction(
        int id, int process, long invoked, long completed, Outcome outcome, boolean fresh, List<Step> steps) {
    @Override
    public String toString() {
        return "T" + id + " (process " + process + ", " + invoked + " to " + completed + ", "
                + outcome + (fresh ? "" : ", cached") + "): "
                + steps.stream().map(Step::toString).collect(Collectors.joining(" "));
    }
}
