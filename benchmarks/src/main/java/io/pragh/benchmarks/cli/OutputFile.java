package io.pragh.benchmarks.cli;

import io.pragh.tinkerpop.cli.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Writes results to the file of an option such as {@code --json}. Stateless. */
final class OutputFile {
    private OutputFile() {}

    /** Refuses, before anything is measured, a file that cannot be written. */
    static void check(CommandSpec spec, String option, @Nullable Path file) {
        if (file != null) {
            Path folder = file.toAbsolutePath().getParent();
            if (folder == null || !Files.isWritable(folder) || Files.isDirectory(file)) {
                throw new ParameterException(
                        spec.commandLine(), option + " names a file that cannot be written: " + file);
            }
        }
    }

    /** Writes results if there is a file. */
    static void write(@Nullable Path file, String results) {
        if (file != null) {
            try {
                Files.writeString(file, results);
            } catch (IOException failure) {
                throw new CliException("results cannot be written: file=" + file + " reason=" + failure);
            }
        }
    }
}
