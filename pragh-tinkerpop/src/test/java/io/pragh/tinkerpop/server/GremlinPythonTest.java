package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Checks a Gremlin Server with TinkerPop's client for Python. {@code PRAGH_PYTHON} names a Python that has
 * gremlinpython.
 */
class GremlinPythonTest {
    /** Sends a request on every connection of a pool, waits for a line, and does it again. */
    private static final String POOL = """
            import sys
            from gremlin_python.driver.client import Client
            client = Client(sys.argv[1], 'g', pool_size=4)
            def ask():
                for each in [client.submit_async('g.inject(1)') for _ in range(4)]:
                    assert each.result().all().result() == [1]
            ask()
            print('asked', flush=True)
            sys.stdin.readline()
            ask()
            print('asked again', flush=True)
            client.close()
            """;

    @Test
    void pythonReadsWritesAndCommits() throws Exception {
        String python = Optional.ofNullable(System.getenv("PRAGH_PYTHON")).orElse("python3");
        String missing = missing(python);
        if (missing != null) {
            System.out.println("SKIPPED: gremlinpython: " + missing);
            Assumptions.abort(missing);
        }
        String program;
        try (var in = GremlinPythonTest.class.getResourceAsStream("client.py")) {
            program = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        try (ServedGraph served = new ServedGraph()) {
            Ended ended = run(python, "-c", program, "ws://" + PraghServer.text(served.address()) + "/gremlin");
            assertEquals(new Ended(0, "all is well\n"), ended);
        }
    }

    /**
     * Connections of this client neither ping nor answer pings between two requests, and are not opened again once
     * they are closed.
     */
    @Test
    void connectionsThatPythonKeepsAreKept() throws Exception {
        String python = Optional.ofNullable(System.getenv("PRAGH_PYTHON")).orElse("python3");
        String missing = missing(python);
        if (missing != null) {
            System.out.println("SKIPPED: gremlinpython: " + missing);
            Assumptions.abort(missing);
        }
        try (ServedGraph served = new ServedGraph(ConnectionLimitsTest.SOON, null)) {
            Process process = new ProcessBuilder(
                            python, "-c", POOL, "ws://" + PraghServer.text(served.address()) + "/gremlin")
                    .redirectErrorStream(true)
                    .start();
            try (BufferedReader said = process.inputReader()) {
                assertEquals("asked", said.readLine());
                for (int i = 0; i < 2; i++) {
                    beIdleForTooLong(served);
                }
                process.outputWriter().append('\n').flush();
                assertEquals(
                        List.of("asked again"), said.lines().map(String::strip).toList());
            }
            assertEquals(0, process.waitFor());
        }
    }

    private static void beIdleForTooLong(ServedGraph served) throws IOException {
        try (RawWebSocket mute = new RawWebSocket(served.address())) {
            ConnectionLimitsTest.awaitEnd(mute.in);
        }
    }

    private static String missing(String python) throws InterruptedException {
        try {
            return run(python, "-c", "import gremlin_python").code() == 0
                    ? null
                    : python + " has no gremlinpython; set PRAGH_PYTHON to one that has";
        } catch (IOException noPython) {
            return "no Python: " + noPython.getMessage();
        }
    }

    private static Ended run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    private record Ended(int code, String said) {}
}
