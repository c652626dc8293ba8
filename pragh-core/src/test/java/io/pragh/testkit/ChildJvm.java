package io.pragh.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts another JVM of the same JDK for a test. Stateless. */
public final class ChildJvm {
    /** A flag for a process that is too short for the second compiler to pay off. */
    public static final String BRIEF = "-XX:TieredStopAtLevel=1";

    private ChildJvm() {}

    /** The command that runs a class's {@code main} with these flags of the virtual machine. */
    public static List<String> command(List<String> flags, Class<?> main, String... arguments) {
        return command(flags, System.getProperty("java.class.path"), main, arguments);
    }

    /** The same with another class path. */
    public static List<String> command(List<String> flags, String classPath, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 24) { // as bin/pragh: else the JDK warns of libraries' native calls
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
