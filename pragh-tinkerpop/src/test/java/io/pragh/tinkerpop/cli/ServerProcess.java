package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.census.NodeStatistics;
import io.pragh.tinkerpop.jvm.NodeJvm;
import io.pragh.tinkerpop.metrics.StatusJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.tinkerpop.gremlin.driver.Cluster;

/** {@code pragh server} in a process of its own, on the loopback interface. One thread. */
public final class ServerProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile(
            "pragh server: ready at ws://127\\.0\\.0\\.1:(\\d+)/gremlin, praghgraph\\[(\\d+) nodes?](?:, kept in [^,]+)?, authentication off, TLS off(?:, metrics at \\S+)?");

    private static final Pattern METRICS = Pattern.compile("metrics at (http://[^/]+)/metrics");

    private static final int END_MINUTES = 3;

    private final Process process;
    private final BufferedReader said;
    private final int port;
    private final String ready;
    private final List<String> before;

    private ServerProcess(Process process, BufferedReader said, int port, String ready, List<String> before) {
        this.before = before;
        this.process = process;
        this.said = said;
        this.port = port;
        this.ready = ready;
    }

    /** Starts a process and waits until it serves. */
    static ServerProcess start(int port, int nodes) throws IOException {
        return startWith("--port", "" + port, "--nodes", "" + nodes);
    }

    /** Starts a process with these options and waits until it serves. */
    static ServerProcess startWith(String... options) throws IOException {
        return startWith(List.of(), options);
    }

    /** Starts a process with these flags of the virtual machine and these options, and waits until it serves. */
    public static ServerProcess startWith(List<String> flags, String... options) throws IOException {
        List<String> all = new ArrayList<>(flags);
        all.add("-Dlogback.configurationFile=" + Path.of("..", "config", "logback.xml"));
        List<String> command = NodeJvm.command(all, PraghCli.class, "server");
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        List<String> before = new ArrayList<>(); // Gremlin Server warns when compiling its first script takes long
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher ready = READY.matcher(line);
            if (ready.matches()) {
                return new ServerProcess(process, said, Integer.parseInt(ready.group(1)), line, before);
            }
            before.add(line);
        }
        process.destroyForcibly();
        throw new AssertionError("not ready: " + before);
    }

    /** The line that says that it serves. */
    String ready() {
        return ready;
    }

    /** The next line of its output, without those of its log; waits for it. */
    String line() throws IOException {
        String line = said.readLine();
        while (line != null && !line.startsWith("pragh")) {
            line = said.readLine();
        }
        if (line == null) {
            throw new AssertionError("it has ended");
        }
        return line;
    }

    /** The next line of its output, also one of its log; waits for it. */
    String logLine() throws IOException {
        String line = said.readLine();
        if (line == null) {
            throw new AssertionError("it has ended");
        }
        return line;
    }

    /** The lines before that one. */
    List<String> before() {
        return before;
    }

    /** Its port at the loopback address. */
    public int port() {
        return port;
    }

    /** Reads and drops the process's output from now on. The process would wait when the pipe is full. */
    public void drain() {
        Thread drain = new Thread(() -> said.lines().forEach(line -> {}), "server-drain");
        drain.setDaemon(true);
        drain.start();
    }

    /** Runs the JDK's jcmd on the process; returns its output. */
    public List<String> command(String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>();
        all.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
        all.add(Long.toString(process.pid()));
        all.addAll(List.of(words));
        Process jcmd = new ProcessBuilder(all).redirectErrorStream(true).start();
        List<String> told = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(0, jcmd.waitFor(), told::toString);
        return told;
    }

    /** A driver's cluster of this server. */
    Cluster connect() {
        return Cluster.build("127.0.0.1").port(port).create();
    }

    /**
     * The names of the cluster's members, from the metrics of this server, which must show them. The table of traffic
     * would also have former members.
     */
    List<String> members() throws Exception {
        Matcher metrics = METRICS.matcher(ready);
        assertTrue(metrics.find(), ready);
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(metrics.group(1) + "/status")).build();
        String status = HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body();
        return StatusJson.read(status).nodes().get(0).members().stream()
                .map(NodeStatistics.Member::name)
                .sorted()
                .toList();
    }

    /** Sends it a signal by name. */
    void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("/bin/kill", "-" + name, "" + process.pid()).start();
        assertEquals(0, kill.waitFor());
    }

    /** Asks it to end, as Ctrl-C does; returns its output until then. */
    public List<String> end() throws Exception {
        process.toHandle().destroy();
        return awaitEnd();
    }

    /** Waits until it ends by itself; returns its output until then. */
    List<String> awaitEnd() throws Exception {
        AtomicBoolean goesOn = new AtomicBoolean();
        CompletableFuture.delayedExecutor(END_MINUTES, TimeUnit.MINUTES).execute(() -> {
            goesOn.set(process.isAlive());
            process.destroyForcibly(); // else reading would wait for more lines
        });
        List<String> last = said.lines().toList();
        assertTrue(process.waitFor(END_MINUTES, TimeUnit.MINUTES));
        assertFalse(goesOn.get(), () -> "it did not end by itself: " + last);
        return last;
    }

    int exitValue() {
        return process.exitValue();
    }

    /** Kills it at once, as kill -9 or a power cut does. */
    void kill() throws Exception {
        process.destroyForcibly();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES));
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        said.close();
    }
}
