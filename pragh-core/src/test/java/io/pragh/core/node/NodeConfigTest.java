package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.placement.PlacementMode;
import io.pragh.core.placement.monitor.MonitorConfig;
import io.pragh.core.store.MemoryLimits;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeConfigTest {
    private static final NodeConfig DEFAULT = NodeConfig.DEFAULT;

    /** Exactly one component differs from the default, and it is the value given. */
    private static void onlyChanged(String name, Object value, NodeConfig changed) throws ReflectiveOperationException {
        for (RecordComponent component : NodeConfig.class.getRecordComponents()) {
            Object before = component.getAccessor().invoke(DEFAULT);
            Object after = component.getAccessor().invoke(changed);
            if (component.getName().equals(name)) {
                assertEquals(value, after);
                assertNotEquals(before, after, "the test must change something: " + name);
            } else {
                assertEquals(before, after, component.getName() + " while " + name + " is changed");
            }
        }
    }

    @Test
    void everyCopyDiffersInOneComponent() throws ReflectiveOperationException {
        MemoryLimits memory = new MemoryLimits(1 << 16, 1 << 20, 5);
        LeasePolicy lease = new LeasePolicy(5, 6);
        ReadOptions read = new ReadOptions(false, false, 7);
        Map<String, NodeConfig> copies = Map.of(
                "memory", DEFAULT.withMemory(memory),
                "cacheBytes", DEFAULT.withCacheBytes(12345),
                "lease", DEFAULT.withLease(lease),
                "read", DEFAULT.withRead(read),
                "placement", DEFAULT.withPlacement(PlacementMode.INSTANT));
        Map<String, Object> values = Map.of(
                "memory",
                memory,
                "cacheBytes",
                12345L,
                "lease",
                lease,
                "read",
                read,
                "placement",
                PlacementMode.INSTANT);
        for (Map.Entry<String, NodeConfig> copy : copies.entrySet()) {
            onlyChanged(copy.getKey(), values.get(copy.getKey()), copy.getValue());
        }
    }

    @Test
    void theMonitorIsReplacedAlone() throws ReflectiveOperationException {
        MonitorConfig monitor = new MonitorConfig(1_000_000, 7, 1_000, 3, 5);
        onlyChanged("monitor", monitor, DEFAULT.withMonitor(monitor));
    }
}
