package io.pragh.tinkerpop.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Where a process that serves writes what it has to say. One thread. */
final class LogOption {
    @Option(
            names = "--log",
            paramLabel = "FILE",
            description =
                    "Write warnings and errors into this file, and not to standard error: 10 MB, and the four files before it.")
    private @Nullable Path log;

    /** Has all that this process says from now on in the file, if there is one. */
    void take(CommandSpec command) throws IOException {
        if (log != null) {
            command.commandLine()
                    .getErr(); // what is wrong with the options, and why it ends, is told where it was always told
            RotatingLog.take(log);
        }
    }
}
