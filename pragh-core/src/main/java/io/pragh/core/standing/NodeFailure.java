package io.pragh.core.standing;

import io.pragh.core.base.PraghException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What has ended one of a node's own threads. The node serves nothing any more then, and leaves its cluster, so that others take its
 * place: a step that was cut off in its middle may have left anything behind. Any thread.
 */
// After an OutOfMemoryError a node that others rely on cannot go on: it may come between any two instructions, also
// between a post and the poll that ends it. A node that is alone exchanges nothing with anybody; its upkeep begins
// each step from what is in memory, and what it loses is a block that is never freed. So it waits until there is
// memory. The only member of a cluster that others may join is alone in the same way, as long as it was so for the
// whole step: who joins later finds what is in memory, and what it was asked or told before is nothing.
public final class NodeFailure {
    private static final System.Logger LOG = System.getLogger(NodeFailure.class.getName());
    private static final long PAUSE_NANOS = 100_000_000;
    private static final int TRIES_MAX = 600;

    private static final String NO_MEMORY_TO_SAY =
            "the node has failed and serves nothing any more; close it and begin again, with more heap (-Xmx): there is not"
                    + " even memory to say which part has failed";

    private final int self;
    private final Runnable stopServing;
    private volatile @Nullable String part;
    private volatile @Nullable Throwable cause;
    private volatile @Nullable String said;
    private volatile Runnable whenFailed = () -> {};

    /** No failure yet; {@code stopServing} ends all service, and can be called again. */
    public NodeFailure(int self, Runnable stopServing) {
        this.self = self;
        this.stopServing = stopServing;
    }

    /** Who takes the node out of its cluster when it has failed; at once if it has. */
    public synchronized void whenFailed(Runnable leave) {
        whenFailed = leave;
        if (cause != null) {
            leave.run();
        }
    }

    /** A thread of the node has ended with this. The first one counts. On that thread. */
    public void happened(String endedPart, Throwable broken) {
        synchronized (this) {
            if (cause != null) {
                return;
            }
            part = endedPart;
            cause = broken;
        }
        insistently(stopServing, broken);
        insistently(whenFailed, broken);
        insistently(() -> LOG.log(System.Logger.Level.ERROR, text(), broken), broken);
    }

    /** Does what must be done, although there may be no memory for it at the moment; when it fails, the rest is done all the same. */
    private static void insistently(Runnable work, Throwable broken) {
        for (int tries = 1; tries <= TRIES_MAX; tries++) {
            try {
                work.run();
                return;
            } catch (Throwable another) {
                if (!FullHeap.isCauseOf(another)) {
                    remember(another, broken);
                    return;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static void remember(Throwable another, Throwable broken) {
        try {
            if (another != broken) {
                broken.addSuppressed(another);
            }
        } catch (OutOfMemoryError none) { // there is no room for it: what has ended the node counts
        }
    }

    /** Why the node serves nothing, and what to do; empty when it has not failed. Throws nothing, even where there is no memory. */
    public String text() {
        Throwable broken = cause;
        if (broken == null) {
            return "";
        }
        String known = said;
        return known == null ? say(broken) : known;
    }

    private String say(Throwable broken) {
        try {
            String why = "the node has failed and serves nothing any more; close it and begin again"
                    + (FullHeap.isCauseOf(broken) ? ", with more heap (-Xmx)" : "") + ": node=" + self + " part=" + part
                    + " because " + broken;
            said = why;
            return why;
        } catch (OutOfMemoryError | LinkageError none) { // what is linked by a full heap ends with the latter
            return NO_MEMORY_TO_SAY;
        }
    }

    /** Throws what has ended it. Any thread. */
    public void check() {
        Throwable broken = cause;
        if (broken != null) {
            throw new PraghException(text(), broken);
        }
    }
}
