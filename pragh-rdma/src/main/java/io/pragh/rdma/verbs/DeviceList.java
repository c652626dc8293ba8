package io.pragh.rdma.verbs;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The RDMA devices that the kernel shows, and the addresses of their network interfaces. Stateless. */
final class DeviceList {
    static final String NONE = "this machine has no RDMA device with an IPv4 address";

    private static final Path DEVICES = Path.of("/sys/class/infiniband");

    private DeviceList() {}

    /** The address of the first device that has one; throws if there is none. */
    static String firstAddress() throws IOException {
        for (Path device : list(DEVICES)) {
            for (String name : interfaces(device)) {
                NetworkInterface known = NetworkInterface.getByName(name);
                String address = known == null ? null : address(known);
                if (address != null) {
                    return address;
                }
            }
        }
        throw new IOException(NONE);
    }

    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    /**
     * Network interfaces of a device: of RoCE by its first port, of soft-RoCE by the interface below it, of others by
     * the card's own network device.
     */
    private static List<String> interfaces(Path device) throws IOException {
        List<String> names = new ArrayList<>();
        for (String file : List.of("ports/1/gid_attrs/ndevs/0", "parent")) {
            Path known = device.resolve(file);
            if (Files.isReadable(known)) {
                names.add(Files.readString(known).trim());
            }
        }
        for (Path beside : list(device.resolve("device/net"))) {
            names.add(beside.getFileName().toString());
        }
        return names;
    }

    private static @Nullable String address(NetworkInterface known) {
        for (InetAddress each : Collections.list(known.getInetAddresses())) {
            if (each instanceof Inet4Address) {
                return each.getHostAddress();
            }
        }
        return null;
    }
}
