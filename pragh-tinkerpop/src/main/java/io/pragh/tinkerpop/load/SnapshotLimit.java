package io.pragh.tinkerpop.load;

import io.pragh.core.api.SnapshotTooOldException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;

/**
 * Recognizes a transaction that took longer than its server keeps snapshots: trying again would not help. Stateless.
 */
final class SnapshotLimit {
    private SnapshotLimit() {}

    /** Whether the server ended the transaction for this reason. */
    static boolean ended(Throwable failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof SnapshotTooOldException) {
                return true;
            }
            if (cause instanceof ResponseException told
                    && told.getRemoteExceptionHierarchy()
                            .orElse(List.of())
                            .contains(SnapshotTooOldException.class.getName())) {
                return true;
            }
        }
        return false;
    }

    /** Describes the time taken, and names the limit. */
    static String sentence(long beganNanos) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beganNanos);
        return "it took longer than the server keeps what one transaction sees, because a time is set there or its memory is"
                + " short: limit=pragh.snapshotSeconds (transactions.snapshotSeconds in a node's file) found=" + seconds
                + " s";
    }
}
