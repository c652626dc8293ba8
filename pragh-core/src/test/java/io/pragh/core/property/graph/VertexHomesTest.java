package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.Identifiers;
import io.pragh.core.property.element.VertexHomes;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the home of a vertex can be told from its identifier, whichever node adds it. */
class VertexHomesTest {
    private static final HomeMap HOMES = new HomeMap(GraphFixture.PARTITIONS);

    private static List<Object> identifiers() {
        return List.of(
                0,
                17L,
                (short) 18,
                GraphKey.VID_MAX,
                -5L,
                Long.MAX_VALUE,
                new BigInteger("123456789012345678901"),
                BigInteger.valueOf(19),
                "marko",
                "",
                "20",
                UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
                2.5,
                3.0,
                'c',
                true,
                List.of(1, "two"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aVertexIsAtHomeWhereItsIdentifierSays(int node) {
        try (GraphFixture fixture = new GraphFixture()) {
            for (Object id : identifiers()) {
                fixture.run(node, transaction -> transaction.addVertex("v", id));
                fixture.see(
                        (node + 1) % GraphFixture.NODES,
                        transaction -> assertEquals(
                                VertexHomes.partition(HOMES, id),
                                HOMES.home(GraphFixture.vertex(transaction, id).vid()),
                                () -> id.getClass() + " " + id));
            }
        }
    }

    @Test
    void theNumberOfAVertexThatIsGivenNoIdentifierSaysWhereItIsAtHome() {
        try (GraphFixture fixture = new GraphFixture()) {
            VertexRecord vertex = fixture.commit(1, transaction -> transaction.addVertex("v", null));
            assertEquals(HOMES.home(ElementKeys.vertex(vertex.vid())), VertexHomes.partition(HOMES, vertex.id()));
        }
    }

    @Test
    void namesAreSpreadOverAllPartitions() {
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < 100 * GraphFixture.PARTITIONS; i++) {
            seen.add(VertexHomes.partition(HOMES, "name-" + i));
        }
        assertEquals(GraphFixture.PARTITIONS, seen.size());
        assertNotEquals(
                ElementKeys.identity(ElementKind.VERTEX, Identifiers.canonical("a")),
                ElementKeys.identity(ElementKind.VERTEX, Identifiers.canonical("b")));
    }
}
