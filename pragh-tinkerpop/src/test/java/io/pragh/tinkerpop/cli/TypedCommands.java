package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.tinkerpop.jvm.NodeJvm;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Runs commands as a user types them, and keeps what they print. One thread. */
public final class TypedCommands {
    private final Supplier<List<CliCommand>> commands;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /**
     * Runs commands of this supplier, which makes them anew each time, because a command keeps the options of its
     * last call.
     */
    public TypedCommands(Supplier<List<CliCommand>> commands) {
        this.commands = commands;
    }

    /** The commands about data folders and backups. */
    public static TypedCommands ofFolders() {
        return new TypedCommands(
                () -> List.of(new CheckCommand(), new RepairCommand(), new BackupCommand(), new RestoreCommand()));
    }

    /**
     * Fails, with {@code what} in the message, unless a data folder, or the folders of a cluster's nodes, are whole.
     */
    public static void assertWhole(Object folder, String what) {
        TypedCommands folders = ofFolders();
        assertEquals(0, folders.run("check", folder), () -> what + " " + folders.out() + folders.err());
    }

    /** Runs a command in this process and returns its exit code; appends its output to that of former commands. */
    public int run(Object... arguments) {
        return PraghCli.commandLine(commands.get())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(Stream.of(arguments).map(String::valueOf).toArray(String[]::new));
    }

    /**
     * Runs a command of {@code bin/pragh} in a process of its own; what it starts has that process's flags of the
     * virtual machine. Returns its exit code; appends its output to that of former commands.
     */
    public int runInProcess(Object... arguments) {
        List<String> command = NodeJvm.command(
                List.of("-Dlogback.configurationFile="
                        + Path.of("..", "config", "logback.xml").toAbsolutePath()),
                PraghCli.class,
                Stream.of(arguments).map(String::valueOf).toArray(String[]::new));
        try {
            Path said = Files.createTempFile("pragh-", ".out");
            Path complained = Files.createTempFile("pragh-", ".err");
            int code = new ProcessBuilder(command)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(said.toFile())
                    .redirectError(complained.toFile())
                    .start()
                    .waitFor();
            out.append(Files.readString(said));
            err.append(Files.readString(complained));
            Files.delete(said);
            Files.delete(complained);
            return code;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException told) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a command was running", told);
        }
    }

    /** Drops former output, then runs a command. */
    public int runAfresh(Object... arguments) {
        forget();
        return run(arguments);
    }

    /** Drops the output of former commands to both streams. */
    public void forget() {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
    }

    /** The standard output of the commands. */
    public String out() {
        return out.toString();
    }

    /** The standard error of the commands. */
    public String err() {
        return err.toString();
    }
}
