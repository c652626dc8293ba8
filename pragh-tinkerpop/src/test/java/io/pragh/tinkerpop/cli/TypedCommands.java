package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Commands as a user types them, run in this process, and what they printed. One thread. */
public final class TypedCommands {
    private final Supplier<List<CliCommand>> commands;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** For commands that are made anew each time: one has the options of its last call. */
    public TypedCommands(Supplier<List<CliCommand>> commands) {
        this.commands = commands;
    }

    /** The commands about data folders and backups. */
    public static TypedCommands ofFolders() {
        return new TypedCommands(
                () -> List.of(new CheckCommand(), new RepairCommand(), new BackupCommand(), new RestoreCommand()));
    }

    /** Fails unless a data folder, or those of a cluster's nodes, are whole; {@code what} is said then. */
    public static void assertWhole(Object folder, String what) {
        TypedCommands folders = ofFolders();
        assertEquals(0, folders.run("check", folder), () -> what + " " + folders.out() + folders.err());
    }

    /** Runs a command and returns its exit code; what it prints is kept, after what others printed. */
    public int run(Object... arguments) {
        return PraghCli.commandLine(commands.get())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(Stream.of(arguments).map(String::valueOf).toArray(String[]::new));
    }

    /** Runs a command after it has forgotten what others printed. */
    public int runAfresh(Object... arguments) {
        forget();
        return run(arguments);
    }

    /** Forgets what was printed, to either stream. */
    public void forget() {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
    }

    /** What was printed to standard output. */
    public String out() {
        return out.toString();
    }

    /** What was printed to standard error. */
    public String err() {
        return err.toString();
    }
}
