package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricProvider;
import io.pragh.core.fabric.FabricSeat;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pragh doctor}: checks whether this machine meets a node's needs. One thread. */
@Command(
        name = "doctor",
        description = {
            "Look whether this machine has what a node needs, and say what to do about what it has not.",
            "Exit code 1 when something that the options ask for cannot work."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements CliCommand {
    private static final int CANNOT_WORK = 1;
    private static final int CONNECT_MILLIS = 2_000;
    private static final int JDK_OF_RDMA = 22;
    /** Clocks that are read without a system call. */
    private static final Set<String> FAST_CLOCKS = Set.of("tsc", "kvm-clock", "arch_sys_counter");

    @Option(
            names = "--fabric",
            paramLabel = "ADDRESS",
            description = "Ask for RDMA: rdma://HOST:PORT as it is to stand in the node's file, or rdma://*:0.")
    private @Nullable String fabric;

    @Option(names = "--port", paramLabel = "PORT", description = "Ask for a port to listen at; can be repeated.")
    private List<Integer> ports = List.of();

    @Option(names = "--zookeeper", paramLabel = "HOST:PORT", description = "Ask for a ZooKeeper that answers there.")
    private @Nullable String zooKeeper;

    @Option(names = "--memory-mb", paramLabel = "N", description = "Ask for memory for the graph, in MB.")
    private long memoryMb;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (fabric != null && !fabric.startsWith("rdma://")) {
            throw new CliException("only RDMA has to be asked for: --fabric=" + fabric);
        }
        Machine machine = new Machine(Path.of("/"));
        List<Finding> findings = new ArrayList<>(look(machine, fabric != null, memoryMb));
        if (fabric != null) {
            findings.add(rdma(fabric));
        }
        ports.forEach(port -> findings.add(port(port)));
        if (zooKeeper != null) {
            findings.add(zooKeeper(zooKeeper));
        }
        PrintWriter out = spec.commandLine().getOut();
        findings.forEach(finding -> out.println(finding.line()));
        out.flush();
        return findings.stream().anyMatch(each -> each.verdict() == Finding.Verdict.WRONG) ? CANNOT_WORK : 0;
    }

    /** Checks that need no trial. */
    static List<Finding> look(Machine machine, boolean wantsRdma, long wantedMb) {
        return List.of(
                jdk(Runtime.version().feature()),
                memory(machine, wantedMb),
                lockedMemory(machine, wantsRdma, wantedMb),
                hugePages(machine),
                clock(machine),
                devices(machine, wantsRdma));
    }

    /** RDMA may work on an older JDK, too; whether it does shows when the device is opened. */
    static Finding jdk(int version) {
        return version >= JDK_OF_RDMA
                ? Finding.fine("JDK", String.valueOf(version))
                : Finding.odd(
                        "JDK",
                        String.valueOf(version),
                        "RDMA needs " + JDK_OF_RDMA + " or newer, or DiSNI's native library");
    }

    private static Finding memory(Machine machine, long wantedMb) {
        OptionalLong available = machine.availableMegabytes();
        if (available.isEmpty()) {
            return Finding.odd("memory", "not known", "look at it before the graph is large");
        }
        String found = available.getAsLong() + " MB are free";
        return available.getAsLong() >= wantedMb
                ? Finding.fine("memory", found)
                : Finding.missing(true, "memory", found, "end other processes, or take less than " + wantedMb + " MB");
    }

    private static Finding lockedMemory(Machine machine, boolean wantsRdma, long wantedMb) {
        OptionalLong lockable = machine.lockableMegabytes();
        if (lockable.isEmpty()) {
            return Finding.odd("locked memory", "not known", "RDMA needs as much as a node exposes");
        }
        if (lockable.getAsLong() == Long.MAX_VALUE) {
            return Finding.fine("locked memory", "unlimited");
        }
        return Finding.missing(
                wantsRdma && lockable.getAsLong() < Math.max(1, wantedMb),
                "locked memory",
                lockable.getAsLong() + " MB",
                "RDMA needs as much as a node exposes: ulimit -l unlimited, or LimitMEMLOCK=infinity in systemd");
    }

    private static Finding hugePages(Machine machine) {
        String when = machine.hugePages();
        return when.equals("always") || when.equals("madvise")
                ? Finding.fine("huge pages", when)
                : Finding.odd(
                        "huge pages",
                        when.isEmpty() ? "not known" : when,
                        "large graphs miss the processor's table of pages less often with"
                                + " /sys/kernel/mm/transparent_hugepage/enabled at madvise");
    }

    private static Finding clock(Machine machine) {
        String clock = machine.clock();
        return FAST_CLOCKS.contains(clock)
                ? Finding.fine("clock", clock)
                : Finding.odd(
                        "clock",
                        clock.isEmpty() ? "not known" : clock,
                        "reading it costs a call of the system, and leases are looked at often: boot with clocksource=tsc"
                                + " where the processor has a constant one");
    }

    private static Finding devices(Machine machine, boolean wantsRdma) {
        List<String> devices = machine.rdmaDevices();
        return devices.isEmpty()
                ? Finding.missing(
                        wantsRdma,
                        "RDMA devices",
                        "none",
                        "shared memory and TCP need none; docs/rdma.md says how to get one, or a soft one")
                : Finding.fine("RDMA devices", String.join(" ", devices));
    }

    /** Checks whether a node could open its fabric: the device, its atomic operations, the libraries. */
    private static Finding rdma(String address) {
        try (Fabric opened = FabricProvider.openFabric(new FabricSeat("doctor", 0, 0, address, Map.of()))) {
            return Finding.fine("RDMA", opened.address() + " has atomic operations, and can be listened at");
        } catch (PraghException missing) {
            return Finding.missing(true, "RDMA", String.valueOf(missing.getMessage()), "");
        }
    }

    private static Finding port(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return Finding.fine("port", socket.getLocalPort() + " is free");
        } catch (IOException | IllegalArgumentException taken) {
            return Finding.missing(
                    true, "port", port + " cannot be listened at: " + taken.getMessage(), "choose another one");
        }
    }

    private static Finding zooKeeper(String where) {
        InetSocketAddress address = HostPort.parse("--zookeeper", where);
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return Finding.fine("ZooKeeper", where + " answers");
        } catch (IOException nobody) {
            return Finding.missing(
                    true,
                    "ZooKeeper",
                    where + " does not answer: " + nobody.getMessage(),
                    "start it, or correct the address");
        }
    }
}
