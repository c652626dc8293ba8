package io.pragh.rdma.verbs;

import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.testkit.FabricNetwork;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Nodes of one process that reach each other through the RDMA device whose address {@code -Dpragh.rdma} gives. {@code
 * .ci/verbs} runs the tests with a soft-RoCE device. Any thread.
 */
final class VerbsNodes implements FabricNetwork {
    /** The device's address, or null: then the tests that need a device are skipped. */
    static final String HOST = System.getProperty("pragh.rdma");

    private final List<VerbsFabric> plain = new ArrayList<>();
    private final List<Fabric> nodes = new ArrayList<>();

    private VerbsNodes() {}

    /** Whether there is a device to test with; prints a line if not. For {@code EnabledIf}. */
    static boolean hasDevice() {
        if (HOST == null) {
            System.out.println("SKIPPED: no RDMA device (-Dpragh.rdma=ADDRESS of one, or .ci/verbs)");
        }
        return HOST != null;
    }

    static Map<String, String> settings(String... namesAndValues) {
        Map<String, String> settings = new HashMap<>();
        settings.put("silenceMillis", "60000"); // threads of an emulated machine pause
        for (int i = 0; i < namesAndValues.length; i += 2) {
            settings.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return settings;
    }

    static VerbsFabric open(int node, long epoch, Map<String, String> settings) {
        FabricSeat seat = new FabricSeat("test", node, epoch, "rdma://" + HOST + ":0", settings);
        return (VerbsFabric) new VerbsFabricProvider().open(seat);
    }

    /** Opens the nodes; returns when each has reached each other. */
    static VerbsNodes join(int nodes, UnaryOperator<Fabric> decorator) {
        VerbsNodes joined = new VerbsNodes();
        for (int node = 0; node < nodes; node++) {
            VerbsFabric fabric = open(node, 1, settings());
            joined.plain.add(fabric);
            joined.nodes.add(decorator.apply(fabric));
        }
        for (VerbsFabric one : joined.plain) {
            joined.plain.forEach(other -> one.meet(other.self(), other.address()));
        }
        try (Workers nobody = new Workers()) {
            nobody.await("all nodes reach each other", joined::isComplete);
        }
        return joined;
    }

    static VerbsNodes join(int nodes) {
        return join(nodes, UnaryOperator.identity());
    }

    private boolean isComplete() {
        return plain.stream()
                .allMatch(one -> plain.stream().allMatch(other -> other == one || one.hasReached(other.self())));
    }

    VerbsFabric verbs(int node) {
        return plain.get(node);
    }

    @Override
    public Fabric node(int number) {
        return nodes.get(number);
    }

    @Override
    public boolean keepsOrder() {
        return plain.get(0) == nodes.get(0);
    }

    @Override
    public boolean crash(int node) {
        plain.get(node).close(); // its queue pairs go, like those of a killed process
        return true;
    }

    @Override
    public void close() {
        plain.parallelStream().forEach(VerbsFabric::close);
    }
}
