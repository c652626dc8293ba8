package io.pragh.core.property.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.HomeMap;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeSession;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.testkit.Workers;
import org.junit.jupiter.api.Test;

/** Checks that one thread learns names that others have added while other threads look them up. */
class NameCatalogueTest {
    private static final int NAMES = 200;
    private static final int ROUNDS = 200;

    private static NameCatalogue catalogue(HomeMap homes) {
        return new NameCatalogue(new Catalogue(homes, () -> 0), ElementKeys.PROPERTY_KEYS, 1_000, 100);
    }

    /** As a read of a vertex does: its highest key is looked up, and then the numbers of the sought names. */
    @Test
    void whoKnowsANumbersNameKnowsTheNamesNumber() throws Exception {
        try (LocalCluster cluster = new LocalCluster(
                        LocalCluster.staticSeats(1, 1),
                        NodeConfig.DEFAULT,
                        LatencyModel.NONE,
                        ListOperations.ALL,
                        1,
                        failed -> {});
                NodeSession session = cluster.node(0).openSession()) {
            HomeMap homes = cluster.node(0).homes();
            NameCatalogue all = catalogue(homes);
            for (int i = 1; i <= NAMES; i++) {
                assertEquals(i, all.number("key" + i, session));
            }
            for (int round = 0; round < ROUNDS; round++) {
                NameCatalogue here = catalogue(homes);
                try (Workers workers = new Workers()) {
                    workers.start(() -> here.learn(session));
                    workers.await("they are known", () -> here.known(NAMES) != null);
                    assertEquals(NAMES, here.known("key" + NAMES));
                }
            }
        }
    }
}
