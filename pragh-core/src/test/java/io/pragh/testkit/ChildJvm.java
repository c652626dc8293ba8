package io.pragh.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a test starts another JVM of the same JDK, with its own class path. Stateless. */
public final class ChildJvm {
    /** A flag for one that lives too briefly for what the second compiler makes of it to pay. */
    public static final String BRIEF = "-XX:TieredStopAtLevel=1";

    private ChildJvm() {}

    /** The command that runs a class's {@code main} with these flags of the virtual machine. */
    public static List<String> command(List<String> flags, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 24) { // as bin/pragh does: without, the JDK warns of what libraries do
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
