package io.pragh.tinkerpop.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the properties of this machine from Linux, below {@code /proc} and {@code /sys}; missing ones count as
 * unknown. Stateless.
 */
final class Machine {
    private static final Pattern LOCKED = Pattern.compile("Max locked memory +(\\S+)");
    private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)]");

    private final Path root;

    /** {@code root} is the parent of these folders. */
    Machine(Path root) {
        this.root = root;
    }

    private String read(String file) {
        try {
            return Files.readString(root.resolve(file)).trim();
        } catch (IOException notThere) {
            return "";
        }
    }

    /** Megabytes that a process may lock in memory: empty if unknown, the largest number if unlimited. */
    OptionalLong lockableMegabytes() {
        Matcher line = LOCKED.matcher(read("proc/self/limits"));
        if (!line.find()) {
            return OptionalLong.empty();
        }
        return line.group(1).equals("unlimited")
                ? OptionalLong.of(Long.MAX_VALUE)
                : OptionalLong.of(Long.parseLong(line.group(1)) >> 20);
    }

    /** Megabytes available to processes. */
    OptionalLong availableMegabytes() {
        Matcher line = Pattern.compile("MemAvailable: +(\\d+) kB").matcher(read("proc/meminfo"));
        return line.find() ? OptionalLong.of(Long.parseLong(line.group(1)) >> 10) : OptionalLong.empty();
    }

    /** When the kernel uses transparent huge pages: always, madvise or never; empty if unknown. */
    String hugePages() {
        Matcher chosen = CHOSEN.matcher(read("sys/kernel/mm/transparent_hugepage/enabled"));
        return chosen.find() ? chosen.group(1) : "";
    }

    /** The kernel's clock source; empty if unknown. */
    String clock() {
        return read("sys/devices/system/clocksource/clocksource0/current_clocksource");
    }

    /** Names of RDMA devices. */
    List<String> rdmaDevices() {
        try (Stream<Path> devices = Files.list(root.resolve("sys/class/infiniband"))) {
            return devices.map(device -> device.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException none) {
            return List.of();
        }
    }
}
