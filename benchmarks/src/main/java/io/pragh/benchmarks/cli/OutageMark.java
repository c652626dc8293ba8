package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.Outage;
import java.util.List;
import java.util.stream.Stream;

/**
 * An event of the killed node. Immutable.
 *
 * @param name one word or two
 * @param seconds since the load began
 */
record OutageMark(String name, double seconds) {
    /** The observed events, in this order unless the node came back before it was missed. */
    static List<OutageMark> of(Outage outage) {
        return Stream.of(
                        new OutageMark("killed", outage.killed()),
                        new OutageMark("noticed", outage.noticed()),
                        new OutageMark("restarted", outage.restarted()),
                        new OutageMark("answered", outage.answered()))
                .filter(mark -> !Double.isNaN(mark.seconds()))
                .toList();
    }
}
