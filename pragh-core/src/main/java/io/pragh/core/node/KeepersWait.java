package io.pragh.core.node;

import io.pragh.core.cluster.ClusterView;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Waiting for the members whose data folders hold a graph. Stateless. */
final class KeepersWait {
    private static final long LOOK_NANOS = 5_000_000;

    private KeepersWait() {}

    /** The partitions that nobody serves, and no member's folder holds. */
    static List<Integer> missing(ClusterView view) {
        return IntStream.range(0, view.partitions())
                .filter(partition -> view.keeperOf(partition) == ClusterView.NOBODY)
                .boxed()
                .toList();
    }

    /** Between two looks. */
    static void pause() {
        LockSupport.parkNanos(LOOK_NANOS);
    }
}
