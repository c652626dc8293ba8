package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import org.jspecify.annotations.Nullable;

/**
 * The log cannot be written any more. Records that were not acknowledged may be in it or not; the process has to open
 * the graph again. Immutable.
 */
public final class LogFailedException extends PraghException {
    private static final long serialVersionUID = 1L;

    LogFailedException(Disk disk, @Nullable Throwable cause) {
        super(
                "the log cannot be written, so nothing is committed any more; see to the disk, and open the graph again:"
                        + " folder=" + disk + " because " + cause,
                cause);
    }
}
