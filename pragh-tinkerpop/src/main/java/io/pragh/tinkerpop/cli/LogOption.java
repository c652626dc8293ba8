package io.pragh.tinkerpop.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The log file option of a server process. One thread. */
final class LogOption {
    @Option(
            names = "--log",
            paramLabel = "FILE",
            description =
                    "Write warnings and errors into this file, and not to standard error: 10 MB, and the four files before it.")
    private @Nullable Path log;

    /** Redirects all later output of this process to the file, if there is one. */
    void take(CommandSpec command) throws IOException {
        if (log != null) {
            command.commandLine().getErr(); // errors in the options and the reason of an end stay on standard error
            RotatingLog.take(log);
        }
    }
}
