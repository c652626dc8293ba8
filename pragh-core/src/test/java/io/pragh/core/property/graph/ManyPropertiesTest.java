package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that a vertex that gets many properties one by one has each of them checked once, and again when it changes. */
class ManyPropertiesTest {
    private static final int PROPERTIES = 100;

    private final GraphFixture world = new GraphFixture();
    private int looks;

    @AfterEach
    void end() {
        world.close();
    }

    /** A list that counts how often its element is taken. */
    private List<Object> counted() {
        return new AbstractList<>() {
            @Override
            public Object get(int index) {
                looks++;
                return 1;
            }

            @Override
            public int size() {
                return 1;
            }
        };
    }

    private static VertexPropertyRecord add(GraphTransaction transaction, VertexRecord vertex, Object value) {
        VertexPropertyRecord property =
                VertexPropertyRecord.natural(vertex.vid(), transaction.nextPropertyNumber(vertex), "key", value);
        vertex.properties().add(property);
        transaction.change(vertex);
        return property;
    }

    @Test
    void aFurtherPropertyDoesNotCheckTheFormerOnes() {
        world.run(0, t -> {
            VertexRecord vertex = t.addVertex("a", 1L);
            add(t, vertex, counted());
            int once = looks;
            for (int i = 0; i < PROPERTIES; i++) {
                add(t, vertex, i);
            }
            assertEquals(once, looks);
        });
        world.run(
                1,
                t -> assertEquals(
                        PROPERTIES + 1, GraphFixture.vertex(t, 1L).properties().size()));
    }

    @Test
    void aPropertyThatChangesIsCheckedAgain() {
        world.run(0, t -> {
            VertexRecord vertex = t.addVertex("a", 1L);
            VertexPropertyRecord property = add(t, vertex, 1);
            property.put("good", 2);
            t.change(vertex);
            property.put("bad", new Object());
            assertThrows(PraghException.class, () -> t.change(vertex));
            property.remove("bad");
            t.change(vertex);
        });
    }
}
