package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.report.JsonText;
import io.pragh.tinkerpop.cli.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Where {@code --json} puts results. Stateless. */
final class JsonFile {
    private JsonFile() {}

    /** Refuses, before anything is measured, a file that cannot be written. */
    static void check(CommandSpec spec, @Nullable Path file) {
        if (file != null) {
            Path folder = file.toAbsolutePath().getParent();
            if (folder == null || !Files.isWritable(folder) || Files.isDirectory(file)) {
                throw new ParameterException(spec.commandLine(), "--json names a file that cannot be written: " + file);
            }
        }
    }

    /** Writes results if a file was named. */
    static void write(@Nullable Path file, Map<String, @Nullable Object> results) {
        if (file != null) {
            try {
                Files.writeString(file, JsonText.of(results));
            } catch (IOException failure) {
                throw new CliException("results cannot be written: file=" + file + " reason=" + failure);
            }
        }
    }
}
