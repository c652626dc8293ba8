package io.pragh.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Data that is kept outside the repository: in the folder that {@code -Dpragh.data=DIR} or the environment variable
 * PRAGH_DATA names, else in {@code shared/data} beside the repository or further up. Stateless.
 */
public final class SharedData {
    private static final Path USUAL = Path.of("shared", "data");

    private SharedData() {}

    /** A folder or file of the data, if it exists. */
    public static Optional<Path> find(String... path) {
        String given = System.getProperty("pragh.data", System.getenv("PRAGH_DATA"));
        Path wanted = Path.of("", path);
        if (given != null) {
            return Optional.of(Path.of(given).resolve(wanted)).filter(Files::exists);
        }
        Path above = Path.of("").toAbsolutePath();
        while (above != null && !Files.exists(above.resolve(USUAL).resolve(wanted))) {
            above = above.getParent();
        }
        return above == null
                ? Optional.empty()
                : Optional.of(above.resolve(USUAL).resolve(wanted));
    }

    /** The message of a test that is skipped because its data are missing. */
    public static String skipped(String what) {
        return "SKIPPED: no " + what + " in -Dpragh.data, PRAGH_DATA or shared/data beside the repository";
    }
}
