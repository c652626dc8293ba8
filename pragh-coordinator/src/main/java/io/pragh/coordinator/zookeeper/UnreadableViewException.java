package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;

/** The znode of the view contains something else. Immutable. */
final class UnreadableViewException extends PraghException {
    private static final long serialVersionUID = 1L;

    private final int version;

    UnreadableViewException(int version, PraghException cause) {
        super(
                "the picture of the cluster that ZooKeeper keeps cannot be read: version=" + version + " reason="
                        + cause.getMessage(),
                cause);
        this.version = version;
    }

    /** Whether the bytes were written immediately after the given view. */
    boolean isNextTo(ClusterView view) {
        return view.epoch() + 1 == version;
    }

    /** Version of the znode. */
    int version() {
        return version;
    }
}
