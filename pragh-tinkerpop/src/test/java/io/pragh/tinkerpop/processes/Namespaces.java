package io.pragh.tinkerpop.processes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Network namespaces of Linux: a hub with a bridge, and one namespace per node, joined to the bridge by a pair of
 * virtual interfaces. The machine's own network is not changed. All namespaces are removed by {@link #close}, or when
 * the process ends, or, when it was killed, by the next process that makes some. One thread.
 *
 * <pre>
 *   hub: bridge 10.77.0.254  ── port0 ═ eth0 10.77.0.1 :node 0
 *                            ── port1 ═ eth0 10.77.0.2 :node 1 …
 * </pre>
 */
final class Namespaces implements AutoCloseable {
    private static final Path NAMED = Path.of("/run/netns");
    private static final String PREFIX = "pragh-test-";
    private static final Pattern OURS = Pattern.compile(PREFIX + "(\\d+)-(hub|\\d+)");
    private static final String SUBNET = "10.77.0.";
    private static final String HUB_ADDRESS = SUBNET + "254";
    private static final int SECONDS_MAX = 30;

    private final Deque<String> names = new ArrayDeque<>();
    private final String prefix = PREFIX + ProcessHandle.current().pid() + "-";
    private final Thread atExit = new Thread(this::removeAll, "namespaces-at-exit");

    private Namespaces() {
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Why namespaces cannot be made here; null when they can. */
    static @Nullable String missing() throws IOException {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return "network namespaces are Linux'";
        }
        try {
            if (!output("id", "-u").equals("0")) {
                return "network namespaces need root";
            }
            output("ip", "-V");
            output("nsenter", "-V");
        } catch (IOException absent) {
            return "iproute2 and util-linux are needed: " + absent.getMessage();
        }
        removeStale();
        String probe = PREFIX + ProcessHandle.current().pid() + "-0";
        try {
            output("ip", "netns", "add", probe);
            output("ip", "-n", probe, "link", "add", "bridge", "type", "bridge");
            output("ip", "-n", probe, "link", "add", "one", "type", "veth", "peer", "name", "other");
            return null;
        } catch (IOException refused) {
            return "this kernel makes no network namespaces, bridges or virtual interfaces: " + refused.getMessage();
        } finally {
            if (Files.exists(NAMED.resolve(probe))) {
                output("ip", "netns", "delete", probe);
            }
        }
    }

    /** Removes the namespaces of killed processes. */
    private static void removeStale() throws IOException {
        if (!Files.isDirectory(NAMED)) {
            return;
        }
        List<Path> found;
        try (Stream<Path> all = Files.list(NAMED)) {
            found = all.toList();
        }
        for (Path path : found) {
            Matcher ours = OURS.matcher(path.getFileName().toString());
            if (ours.matches()
                    && ProcessHandle.of(Long.parseLong(ours.group(1)))
                            .filter(ProcessHandle::isAlive)
                            .isEmpty()) {
                output("ip", "netns", "delete", path.getFileName().toString());
            }
        }
    }

    /** Makes the hub and this many nodes. */
    static Namespaces open(int nodes) throws IOException {
        Namespaces made = new Namespaces();
        boolean done = false;
        try {
            made.makeHub();
            for (int node = 0; node < nodes; node++) {
                made.makeNode(node);
            }
            done = true;
            return made;
        } finally {
            if (!done) {
                made.close();
            }
        }
    }

    private String hub() {
        return prefix + "hub";
    }

    private String name(int node) {
        return prefix + node;
    }

    private void make(String name) throws IOException {
        names.push(name);
        output("ip", "netns", "add", name);
        output("ip", "-n", name, "link", "set", "lo", "up");
    }

    private void makeHub() throws IOException {
        make(hub());
        output("ip", "-n", hub(), "link", "add", "bridge", "type", "bridge");
        output("ip", "-n", hub(), "addr", "add", HUB_ADDRESS + "/24", "dev", "bridge");
        output("ip", "-n", hub(), "link", "set", "bridge", "up");
    }

    private void makeNode(int node) throws IOException {
        make(name(node));
        String port = "port" + node;
        output("ip", "link", "add", port, "netns", hub(), "type", "veth", "peer", "name", "eth0", "netns", name(node));
        output("ip", "-n", hub(), "link", "set", port, "master", "bridge");
        output("ip", "-n", hub(), "link", "set", port, "up");
        output("ip", "-n", name(node), "addr", "add", address(node) + "/24", "dev", "eth0");
        output("ip", "-n", name(node), "link", "set", "eth0", "up");
    }

    String address(int node) {
        return SUBNET + (node + 1);
    }

    String hubAddress() {
        return HUB_ADDRESS;
    }

    /** The words before a command that make it run in a node's namespace. */
    List<String> in(int node) {
        return List.of("nsenter", "--net=" + NAMED.resolve(name(node)));
    }

    List<String> inHub() {
        return List.of("nsenter", "--net=" + NAMED.resolve(hub()));
    }

    /** From now on no packet reaches or leaves the node. */
    void cut(int node) throws IOException {
        output("ip", "-n", hub(), "link", "set", "port" + node, "down");
    }

    void heal(int node) throws IOException {
        output("ip", "-n", hub(), "link", "set", "port" + node, "up");
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        removeAll();
    }

    private void removeAll() {
        List<String> kept = new ArrayList<>();
        while (!names.isEmpty()) {
            String name = names.pop();
            try {
                if (Files.exists(NAMED.resolve(name))) {
                    output("ip", "netns", "delete", name);
                }
            } catch (IOException refused) {
                kept.add(name + ": " + refused.getMessage());
            }
        }
        if (!kept.isEmpty()) {
            throw new IllegalStateException("namespaces were left behind: " + kept);
        }
    }

    /** Runs a command and returns its output; fails with the output when the exit code is not 0. */
    private static String output(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(String.join(" ", command) + ": does not end");
            }
        } catch (InterruptedException told) {
            Thread.currentThread().interrupt();
            throw new IOException(String.join(" ", command) + ": interrupted", told);
        }
        if (process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
        return said;
    }
}
