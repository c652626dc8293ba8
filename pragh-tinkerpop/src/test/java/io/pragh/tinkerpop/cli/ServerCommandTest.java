package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that {@code pragh server} serves until it is told to end, as a process, and that an error in its options is
 * one line.
 */
class ServerCommandTest {
    @TempDir
    Path folder;

    @Test
    void processServesUntilItIsToldToEnd() throws Exception {
        try (ServerProcess process = ServerProcess.start(0, 2)) {
            Cluster cluster = process.connect();
            assertEquals(2, cluster.connect().submit("g.inject(2)").one().getInt());
            cluster.close();
            assertEquals(List.of(), process.end());
            assertEquals(143, process.exitValue());
        }
    }

    @Test
    void whatIsWrongIsOneLine() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty"), "");
        assertTrue(empty.toFile().setReadable(false, false)
                && empty.toFile().setReadable(true, true)); // else the server warns of it, too
        assertTrue(empty.toFile().setWritable(false, false) && empty.toFile().setWritable(true, true));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertWrong(
                    "cannot listen: address=127.0.0.1:" + taken.getLocalPort(), "--port", "" + taken.getLocalPort());
        }
        assertWrong("no such port: --port=70000", "--port", "70000");
        assertWrong(
                "a request that asks for no time would get more than one that asks",
                "--port",
                "0",
                "--evaluation-seconds-max",
                "10");
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
        String told = WrongServer.tells(options);
        assertTrue(told.startsWith("pragh: " + start), told);
    }
}
