package io.pragh.core.property.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeSession;
import io.pragh.core.property.element.ElementKeys;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks which property the edges of a label carry: the first one that was named, for all nodes. */
class EdgeColumnsTest {
    private static final int NAME_BYTES_MAX = 100;

    private final LocalCluster cluster = new LocalCluster(
            LocalCluster.staticSeats(2, 4), NodeConfig.DEFAULT, LatencyModel.NONE, ListOperations.ALL, 1, failed -> {});
    private final HomeMap homes = cluster.node(0).homes();
    private final NodeSession here = cluster.node(0).openSession();
    private final NodeSession there = cluster.node(1).openSession();

    @AfterEach
    void end() {
        here.close();
        there.close();
        cluster.close();
    }

    private EdgeColumns columns() {
        return new EdgeColumns(new Catalogue(homes, () -> 0), NAME_BYTES_MAX);
    }

    private void name(String column, TransactionSource session) {
        new NameCatalogue(new Catalogue(homes, () -> 0), ElementKeys.EDGE_COLUMNS, 100, NAME_BYTES_MAX)
                .number(column, session);
    }

    @Test
    void theFirstOneStays() {
        EdgeColumns one = columns();
        assertNull(one.find(7, here));
        assertThrows(PraghException.class, () -> one.of(7, here));
        assertEquals(new EdgeColumns.Column(3, 5), one.findOrAdd(7, 3, 5, here));
        assertEquals(new EdgeColumns.Column(3, 5), one.findOrAdd(7, 4, 6, here));
        EdgeColumns other = columns();
        assertEquals(new EdgeColumns.Column(3, 5), other.findOrAdd(7, 4, 6, there));
        assertEquals(new EdgeColumns.Column(4, 6), other.findOrAdd(8, 4, 6, there));
        assertEquals(new EdgeColumns.Column(4, 6), one.of(8, here));
        assertEquals(Set.of(7), one.labels(3, here));
        assertEquals(Set.of(8), one.labels(4, here));
        assertEquals(Set.of(), one.labels(5, here));
    }

    @Test
    void ofTwoThatWereNamedTheFirstCountsForAll() {
        EdgeColumns before = columns();
        name("7 3 5", here);
        assertEquals(new EdgeColumns.Column(3, 5), before.of(7, here));
        name("7 4 6", there); // the node that named it had looked before the other one did
        name("9 4 6", there);
        assertEquals(new EdgeColumns.Column(4, 6), before.of(9, here));
        assertEquals(new EdgeColumns.Column(3, 5), before.of(7, here));
        assertEquals(new EdgeColumns.Column(3, 5), columns().of(7, there));
    }
}
