package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * {@code bin/pragh}: parses the arguments and runs one {@link CliCommand}. Exit codes: 0 done, 1 an internal failure,
 * 2 an error of the user, 3 a node was expelled; the latter three are reported in one line on standard error. One
 * thread.
 */
@Command(
        name = "pragh",
        description = "A distributed in-memory graph database.",
        mixinStandardHelpOptions = true,
        versionProvider = PraghCli.Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class PraghCli implements Callable<Integer> {

    private static final int FAILED = 1;
    private static final int WRONG_USE = 2;

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Print the stack trace of an unexpected failure.")
    private boolean debug;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    private PraghCli() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        int code = FAILED; // without memory even for a message, no other thread may keep the process alive
        try {
            code = commandLine(ServiceLoader.load(CliCommand.class)).execute(args);
        } finally {
            System.exit(code);
        }
    }

    /** The command line with these commands; {@code execute} returns the exit code. */
    public static CommandLine commandLine(Iterable<? extends CliCommand> commands) {
        PraghCli cli = new PraghCli();
        CommandLine line = new CommandLine(cli);
        commands.forEach(line::addSubcommand);
        // These settings apply to the commands that are there already, so they come last.
        return line.registerConverter(DataPlace.class, PraghCli::place)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, args) -> explainWrongUse(wrong))
                .setExecutionExceptionHandler((failure, at, parsed) -> cli.explainFailure(failure, at))
                .setExecutionStrategy(cli::run);
    }

    private static DataPlace place(String text) {
        try {
            return DataPlace.of(text);
        } catch (PraghException unknown) {
            throw new TypeConversionException(String.valueOf(unknown.getMessage()));
        }
    }

    /** Without a command, lists the commands. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return 0;
    }

    /** Picocli handles exceptions only; running out of memory is reported in one line, too. */
    private int run(ParseResult parsed) throws ExecutionException, ParameterException {
        try {
            return new RunLast().execute(parsed);
        } catch (Error e) {
            return explainFailure(e, parsed.commandSpec().commandLine());
        }
    }

    private int explainFailure(Throwable failure, CommandLine line) {
        if (failure instanceof CliException) {
            line.getErr().println("pragh: " + failure.getMessage());
            return WRONG_USE;
        }
        if (debug) {
            // the trace is the purpose of --debug; a logger would not write it to this command's error output
            failure.printStackTrace(line.getErr());
        } else {
            line.getErr().println("pragh: failed: " + oneLine(failure.toString()) + " (--debug shows where)");
        }
        return FAILED;
    }

    private static int explainWrongUse(ParameterException wrong) {
        CommandLine line = wrong.getCommandLine();
        String name = line.getCommandSpec().qualifiedName();
        String command = unknownCommand(wrong);
        String sentence = command == null ? oneLine(String.valueOf(wrong.getMessage())) : "no such command: " + command;
        line.getErr().println(name + ": " + sentence + " (see " + name + " --help)");
        return WRONG_USE;
    }

    /** The name of a missing command: picocli calls it an unmatched argument, if it follows {@code pragh} itself. */
    private static @Nullable String unknownCommand(ParameterException wrong) {
        boolean atRoot = wrong.getCommandLine().getParent() == null;
        if (atRoot && wrong instanceof UnmatchedArgumentException unmatched) {
            List<String> arguments = unmatched.getUnmatched();
            return arguments.isEmpty() || arguments.get(0).startsWith("-") ? null : arguments.get(0);
        }
        return null;
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    /** The output of {@code --version}: the jar's version and its environment. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = PraghCli.class.getPackage().getImplementationVersion();
            return new String[] {
                "pragh " + (version == null ? "(not built as a jar)" : version),
                "JDK ${java.version} (${java.vendor}), ${os.name} ${os.arch}"
            };
        }
    }
}
