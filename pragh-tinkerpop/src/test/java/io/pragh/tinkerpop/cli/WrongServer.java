package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** Runs {@code pragh server} with options or files that are wrong. Stateless. */
final class WrongServer {
    private WrongServer() {}

    /**
     * Runs the command, which must end with exit code 2 and without standard output; returns its only line on
     * standard error.
     */
    static String tells(String... options) {
        String said = says(options);
        assertEquals(1, said.lines().count(), said);
        assertTrue(said.startsWith("pragh: "), said);
        return said;
    }

    /** The same, with the warnings that come before that line. */
    static String says(String... options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] arguments = new String[options.length + 1];
        arguments[0] = "server";
        System.arraycopy(options, 0, arguments, 1, options.length);
        int code = PraghCli.commandLine(List.of(new ServerCommand()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        assertEquals(2, code, err.toString());
        assertEquals("", out.toString());
        return err.toString();
    }
}
