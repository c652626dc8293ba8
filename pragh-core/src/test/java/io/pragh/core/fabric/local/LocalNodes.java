package io.pragh.core.fabric.local;

import io.pragh.core.fabric.Fabric;
import io.pragh.testkit.FabricNetwork;
import io.pragh.testkit.FaultyFabric;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The nodes of a local network, in the form that the contract needs. Any thread. */
final class LocalNodes implements FabricNetwork {
    private final List<Fabric> nodes = new ArrayList<>();

    private final LocalNetwork network;
    private final boolean plain;

    private LocalNodes(LocalNetwork network, boolean plain) {
        this.network = network;
        this.plain = plain;
    }

    static FabricNetwork join(LocalNetwork network, int nodes) {
        return join(new LocalNodes(network, true), nodes, UnaryOperator.identity());
    }

    /** Nodes behind decorators. */
    static FabricNetwork join(LocalNetwork network, int nodes, UnaryOperator<Fabric> decorator) {
        return join(new LocalNodes(network, false), nodes, decorator);
    }

    private static FabricNetwork join(LocalNodes joined, int nodes, UnaryOperator<Fabric> decorator) {
        for (int node = 0; node < nodes; node++) {
            joined.nodes.add(decorator.apply(joined.network.join(node)));
        }
        return joined;
    }

    @Override
    public Fabric node(int number) {
        return nodes.get(number);
    }

    @Override
    public boolean keepsOrder() {
        return plain;
    }

    @Override
    public boolean crash(int node) {
        if (nodes.get(node) instanceof FaultyFabric faulty) {
            faulty.crash();
        } else {
            network.kill(node);
        }
        return true;
    }

    @Override
    public void close() {
        nodes.forEach(Fabric::close);
    }
}
