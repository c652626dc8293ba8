package io.pragh.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.tinkerpop.cli.CliCommand;
import io.pragh.tinkerpop.cli.PraghCli;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;

/** Runs {@code pragh} in this process, with the commands that are registered. One thread. */
final class Pragh {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    int run(String... args) {
        CommandLine line = PraghCli.commandLine(ServiceLoader.load(CliCommand.class));
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    /** Runs a command that must be refused, with exit code 2 and one line on standard error; returns the line. */
    static String refused(String... args) {
        Pragh pragh = new Pragh();
        int code = pragh.run(args);
        List<String> lines = pragh.err.toString().lines().toList();
        assertEquals(2, code, () -> String.join("\n", lines));
        assertEquals(1, lines.size(), () -> String.join("\n", lines));
        assertEquals("", pragh.out.toString());
        return lines.get(0);
    }
}
