package io.pragh.tinkerpop.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The kernel's state of a server's connections on this machine; Linux only. */
final class RawSockets {
    private static final String ESTABLISHED = "01";
    private static final String KEEP_ALIVE = "02";
    private static final int TICKS_PER_SECOND = 100;

    private RawSockets() {}

    /** Lines of the kernel's tables, split into words, of established connections whose local port is this one. */
    private static Stream<String[]> ends(int port) {
        String local = String.format(":%04X", port);
        return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                .map(Path::of)
                .filter(Files::exists)
                .flatMap(RawSockets::lines)
                .map(line -> line.strip().split("\\s+"))
                .filter(words -> words[1].endsWith(local) && words[3].equals(ESTABLISHED));
    }

    private static Stream<String> lines(Path table) {
        try {
            return Files.readAllLines(table).stream().skip(1);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The ports of the clients. */
    static Set<String> clients(int port) {
        Set<String> clients = new HashSet<>();
        ends(port).forEach(words -> clients.add(words[2].substring(words[2].indexOf(':'))));
        return clients;
    }

    /** How many bytes of all clients the server has not read yet. */
    static long unread(int port) {
        return ends(port)
                .mapToLong(words -> Long.parseLong(words[4].substring(words[4].indexOf(':') + 1), 16))
                .sum();
    }

    /**
     * In how many seconds the kernel will probe each peer, by the client's port; without the peers that it does not
     * probe.
     */
    static Map<String, Long> askedIn(int port) {
        Map<String, Long> seconds = new HashMap<>();
        ends(port).filter(words -> words[5].startsWith(KEEP_ALIVE + ":")).forEach(words -> {
            long ticks = Long.parseLong(words[5].substring(3), 16);
            seconds.put(words[2].substring(words[2].indexOf(':')), ticks / TICKS_PER_SECOND);
        });
        return seconds;
    }
}
