package io.pragh.rdma.tcp;

import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.testkit.FabricNetwork;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Nodes of one process that reach each other over the loopback interface. Any thread. */
final class TcpNodes implements FabricNetwork {
    static final String SECRET = "a secret of the tests";

    private final List<TcpFabric> plain = new ArrayList<>();
    private final List<Fabric> nodes = new ArrayList<>();

    private TcpNodes() {}

    static Map<String, String> settings(String... namesAndValues) {
        Map<String, String> settings = new HashMap<>();
        settings.put("threads", "1");
        settings.put("silenceMillis", "60000"); // threads of a loaded machine pause
        for (int i = 0; i < namesAndValues.length; i += 2) {
            settings.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return settings;
    }

    static Map<String, String> withSecret(String... namesAndValues) {
        Map<String, String> settings = settings(namesAndValues);
        settings.put("secret", SECRET);
        return settings;
    }

    static TcpFabric open(int node, long epoch, Map<String, String> settings) {
        FabricSeat seat = new FabricSeat("test", node, epoch, "tcp://127.0.0.1:0", settings);
        return (TcpFabric) new TcpFabricProvider().open(seat);
    }

    /** Opens the nodes; returns when each has reached each other. */
    static TcpNodes join(int nodes, Map<String, String> settings, UnaryOperator<Fabric> decorator) {
        TcpNodes joined = new TcpNodes();
        for (int node = 0; node < nodes; node++) {
            TcpFabric fabric = open(node, 1, settings);
            joined.plain.add(fabric);
            joined.nodes.add(decorator.apply(fabric));
        }
        for (TcpFabric one : joined.plain) {
            joined.plain.forEach(other -> one.meet(other.self(), other.address()));
        }
        try (Workers nobody = new Workers()) {
            nobody.await("all nodes reach each other", joined::isComplete);
        }
        return joined;
    }

    static TcpNodes join(int nodes, Map<String, String> settings) {
        return join(nodes, settings, UnaryOperator.identity());
    }

    private boolean isComplete() {
        return plain.stream()
                .allMatch(one -> plain.stream()
                        .allMatch(other -> other == one || one.peers().hasReached(other.self())));
    }

    TcpFabric tcp(int node) {
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
        plain.get(node).crash();
        return true;
    }

    @Override
    public void close() {
        plain.parallelStream().forEach(TcpFabric::close);
    }
}
