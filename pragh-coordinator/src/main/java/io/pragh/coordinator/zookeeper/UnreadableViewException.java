package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;

/** What lies where the picture of the cluster should is none. Immutable. */
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

    /** Whether this was written immediately after a picture. */
    boolean isNextTo(ClusterView view) {
        return view.epoch() + 1 == version;
    }

    /** Of the znode. */
    int version() {
        return version;
    }
}
