package io.pragh.benchmarks.fof;

import io.pragh.core.base.PraghException;

/**
 * The schedule of a run in which a node is killed, in seconds. Immutable.
 *
 * @param killAfter load before the kill
 * @param restartAfter time from the kill to the restart
 * @param seconds load in all, or more until the share of the node answers again
 */
public record OutageTimes(double killAfter, double restartAfter, double seconds) {
    /** Checks that there is time for each. */
    public OutageTimes {
        if (!(killAfter > 0) || !(restartAfter > 0) || !(seconds > killAfter + restartAfter)) {
            throw new PraghException("a run needs time before the kill, until the restart, and behind that: killAfter="
                    + killAfter + " restartAfter=" + restartAfter + " seconds=" + seconds);
        }
    }
}
