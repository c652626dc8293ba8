package io.pragh.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The resources that a test has opened: closed at its end, in reverse, all of them even if some fail to close. One
 * thread.
 */
public final class Opened implements AfterEachCallback {
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /** Adds a resource, which is closed before those opened earlier. */
    public <T extends AutoCloseable> T open(T part) {
        parts.push(part);
        return part;
    }

    @Override
    public void afterEach(ExtensionContext test) throws Exception {
        Exception failure = null;
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception failed) {
                if (failure == null) {
                    failure = failed;
                } else {
                    failure.addSuppressed(failed);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
