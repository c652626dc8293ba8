package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerCommandTest {
    private static final Pattern READY = Pattern.compile(
            "pragh server: ready at ws://127\\.0\\.0\\.1:(\\d+)/gremlin, praghgraph\\[2 nodes], authentication off, TLS off");

    @TempDir
    Path folder;

    @Test
    void processServesUntilItIsToldToEnd() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 24) { // as bin/pragh does: without, the JDK warns of what libraries do
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "-Dlogback.configurationFile=" + Path.of("..", "config", "logback.xml"),
                PraghCli.class.getName(),
                "server",
                "--port",
                "0",
                "--nodes",
                "2"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            Matcher ready = READY.matcher(said.readLine());
            assertTrue(ready.matches(), ready.toString());
            Cluster cluster = Cluster.build("127.0.0.1")
                    .port(Integer.parseInt(ready.group(1)))
                    .create();
            assertEquals(2, cluster.connect().submit("1 + 1").one().getInt());
            cluster.close();
            process.toHandle().destroy(); // asks, as Ctrl-C does
            assertEquals(List.of(), said.lines().toList());
            assertTrue(process.waitFor(1, TimeUnit.MINUTES));
            assertEquals(143, process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void whatIsWrongIsOneLine() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty"), "");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertWrong(
                    "cannot listen: address=127.0.0.1:" + taken.getLocalPort(), "--port", "" + taken.getLocalPort());
        }
        assertWrong("no such port: --port=70000", "--port", "70000");
        assertWrong("no such host: host=no.such.host.invalid", "--host", "no.such.host.invalid");
        assertWrong("no such file: name=missing", "--port", "0", "--users", "missing");
        assertWrong("no user at all", "--port", "0", "--users", empty.toString());
        assertWrong("--tls-cert and --tls-key go together", "--port", "0", "--tls-cert", empty.toString());
        assertWrong("cannot use the certificate", "--port", "0", "--tls-cert", "" + empty, "--tls-key", "" + empty);
        assertWrong("no such file: --graph-config=missing", "--port", "0", "--graph-config", "missing");
        assertWrong("there is no such option: key=pragh.nods", "--port", "0", "--graph-config", config("pragh.nods=3"));
        assertWrong("the option's value must be a number", "--port", "0", "--nodes", "0");
        assertWrong("the file is another graph's", "--port", "0", "--graph-config", config("gremlin.graph=a.Graph"));
    }

    private String config(String line) throws Exception {
        return Files.writeString(folder.resolve("graph.properties"), line).toString();
    }

    private static void assertWrong(String start, String... options) {
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
        List<String> lines = err.toString().lines().toList();
        assertEquals(1, lines.size(), err.toString());
        assertTrue(lines.get(0).startsWith("pragh: " + start), lines.get(0));
        assertEquals("", out.toString());
    }
}
