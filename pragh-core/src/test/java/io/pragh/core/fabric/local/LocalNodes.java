package io.pragh.core.fabric.local;

import io.pragh.core.fabric.Fabric;
import io.pragh.testkit.FabricNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The nodes of a local network, as the contract wants to see them. Any thread. */
final class LocalNodes implements FabricNetwork {
    private final List<Fabric> nodes = new ArrayList<>();

    private LocalNodes() {}

    static FabricNetwork join(LocalNetwork network, int nodes) {
        return join(network, nodes, UnaryOperator.identity());
    }

    /** Nodes behind decorators. */
    static FabricNetwork join(LocalNetwork network, int nodes, UnaryOperator<Fabric> decorator) {
        LocalNodes joined = new LocalNodes();
        for (int node = 0; node < nodes; node++) {
            joined.nodes.add(decorator.apply(network.join(node)));
        }
        return joined;
    }

    @Override
    public Fabric node(int number) {
        return nodes.get(number);
    }

    @Override
    public void close() {
        nodes.forEach(Fabric::close);
    }
}
