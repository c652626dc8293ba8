package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** TinkerPop's client for Python against a server; {@code PRAGH_PYTHON} names a Python that has gremlinpython. */
class GremlinPythonTest {
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
