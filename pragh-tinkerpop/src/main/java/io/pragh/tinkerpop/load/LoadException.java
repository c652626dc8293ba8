package io.pragh.tinkerpop.load;

import io.pragh.core.base.PraghException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file cannot be loaded, and the message says which, where and why; or a server refuses it. Immutable. */
public final class LoadException extends PraghException {
    private static final long serialVersionUID = 1L;

    LoadException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    LoadException(Path file, long line, String reason, @Nullable Throwable cause) {
        super("cannot load: file=" + file + (line > 0 ? " line=" + line : "") + " reason=" + reason, cause);
    }
}
