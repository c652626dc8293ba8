package io.pragh.tinkerpop.processes;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Has classes of tests that start several JVMs wait for one another, whichever process runs them: two of them beside each other are each
 * too slow for what it waits for on a machine with two cores, and one of them keeps it busy. No test's time limit counts the wait.
 */
public final class OneAtATime implements BeforeAllCallback {
    private static final Path LOCK = Path.of("target", "several-processes.lock");

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        FileChannel file = FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        file.lock(); // until it is closed
        context.getStore(ExtensionContext.Namespace.create(OneAtATime.class)).put(LOCK, file);
    }
}
