package io.pragh.tinkerpop.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What Linux says of this machine below {@code /proc} and {@code /sys}; what it does not say is not known. Stateless. */
final class Machine {
    private static final Pattern LOCKED = Pattern.compile("Max locked memory +(\\S+)");
    private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)]");

    private final Path root;

    /** {@code root} is where these folders are. */
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

    /** Megabytes that a process may lock in memory: nothing where that is not known, the largest number where it is unlimited. */
    OptionalLong lockableMegabytes() {
        Matcher line = LOCKED.matcher(read("proc/self/limits"));
        if (!line.find()) {
            return OptionalLong.empty();
        }
        return line.group(1).equals("unlimited")
                ? OptionalLong.of(Long.MAX_VALUE)
                : OptionalLong.of(Long.parseLong(line.group(1)) >> 20);
    }

    /** Megabytes that processes can still take. */
    OptionalLong availableMegabytes() {
        Matcher line = Pattern.compile("MemAvailable: +(\\d+) kB").matcher(read("proc/meminfo"));
        return line.find() ? OptionalLong.of(Long.parseLong(line.group(1)) >> 10) : OptionalLong.empty();
    }

    /** When the kernel makes huge pages by itself: always, madvise or never; empty where it is not known. */
    String hugePages() {
        Matcher chosen = CHOSEN.matcher(read("sys/kernel/mm/transparent_hugepage/enabled"));
        return chosen.find() ? chosen.group(1) : "";
    }

    /** What the kernel's clock goes by; empty where it is not known. */
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
