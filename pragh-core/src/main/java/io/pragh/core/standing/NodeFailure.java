package io.pragh.core.standing;

import io.pragh.core.base.PraghException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The error that has ended one of a node's own threads. The node then stops serving, and leaves its cluster so that
 * another node takes its place, because an interrupted step may have left data in any state. Any thread.
 */
// After an OutOfMemoryError a node in a cluster of several cannot go on: the error may come between any two
// instructions, also between a post and the poll that ends it. A node that is alone exchanges nothing with others;
// its upkeep begins each step from the state in memory, and the worst loss is a block that is never freed. So it
// waits until there is memory. The only member of a cluster that others may join counts as alone if it was so for the
// whole step: a node that joins later finds the state in memory, and was asked and told nothing before.
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

    /**
     * Sets the action that takes the node out of its cluster after a failure; runs it at once if the node has failed.
     */
    public synchronized void whenFailed(Runnable leave) {
        whenFailed = leave;
        if (cause != null) {
            leave.run();
        }
    }

    /** Reports the error that has ended a thread of the node, on that thread. Only the first report counts. */
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
        boolean saysAll = broken instanceof PraghException && broken.getCause() == null;
        insistently(() -> LOG.log(System.Logger.Level.ERROR, text(), saysAll ? null : broken), broken);
    }

    /** Does work that must be done although memory may be short; if it fails, the caller goes on with the rest. */
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
        } catch (OutOfMemoryError none) { // there is no memory for this report: the error that ended the node counts
        }
    }

    /**
     * The reason why the node serves nothing, and advice; empty when it has not failed. Throws nothing, even without
     * memory.
     */
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
        } catch (OutOfMemoryError | LinkageError none) { // linking code with a full heap ends with a LinkageError
            return NO_MEMORY_TO_SAY;
        }
    }

    /** Throws the failure, if there is one. Any thread. */
    public void check() {
        Throwable broken = cause;
        if (broken != null) {
            throw new PraghException(text(), broken);
        }
    }
}
