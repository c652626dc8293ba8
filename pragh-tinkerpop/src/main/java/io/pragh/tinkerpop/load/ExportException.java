package io.pragh.tinkerpop.load;

import io.pragh.core.base.PraghException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A graph cannot be written to a file; the message says which and why. No file of that name was made or changed.
 * Immutable.
 */
public final class ExportException extends PraghException {
    private static final long serialVersionUID = 1L;

    ExportException(Path file, String reason, @Nullable Throwable cause) {
        super("cannot export: file=" + file + " reason=" + reason, cause);
    }
}
