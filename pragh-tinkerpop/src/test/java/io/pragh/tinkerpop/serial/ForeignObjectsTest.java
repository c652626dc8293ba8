package io.pragh.tinkerpop.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.value.OpaqueValue;
import io.pragh.tinkerpop.PraghGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.shaded.kryo.Kryo;
import org.apache.tinkerpop.shaded.kryo.Serializer;
import org.apache.tinkerpop.shaded.kryo.io.Input;
import org.apache.tinkerpop.shaded.kryo.io.Output;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that objects of the application are values and identifiers only if the application has named their classes.
 */
@Timeout(60)
class ForeignObjectsTest {
    private static final byte BY_JAVA = 1;
    private static final byte BY_FIELDS = 2;

    private record Point(int x, int y) implements Serializable {}

    /** A class that is not Serializable. */
    private static final class Plain {
        private final String text;

        Plain(String text) {
            this.text = text;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Plain plain && plain.text.equals(text);
        }

        @Override
        public int hashCode() {
            return Objects.hash(text);
        }
    }

    private static PraghGraph naming(String... classes) {
        return PraghGraph.build().serializable(classes).open();
    }

    private static Object again(PraghGraph graph, Object value) {
        Vertex vertex = graph.addVertex("v", value);
        graph.tx().commit();
        return graph.traversal().V(vertex.id()).values("v").next();
    }

    @Test
    void objectsOfNamedClassesComeBack() {
        try (PraghGraph graph = naming(ForeignObjectsTest.class.getName())) {
            Point point = new Point(1, 2);
            List<Object> values = List.of(
                    point, new Plain("p"), List.of(point, List.of(1)), Set.of(point), Map.of(point, new Plain("q")));
            for (Object value : values) {
                assertEquals(value, again(graph, value));
            }
            assertEquals(List.of(point), Arrays.asList((Point[]) again(graph, new Point[] {point})));
            graph.addVertex(T.id, point, T.label, "named");
            graph.tx().commit();
            assertEquals(point, graph.traversal().V(new Point(1, 2)).id().next());
            graph.variables().set("origin", new Point(0, 0));
            assertEquals(new Point(0, 0), graph.variables().get("origin").orElseThrow());
        }
    }

    @Test
    void valuesOfTheJdkNeedNoName() {
        try (PraghGraph graph = PraghGraph.build().open()) {
            for (Object value :
                    List.of(ZoneId.of("Europe/Berlin"), DayOfWeek.FRIDAY, Locale.GERMANY, List.of(Locale.US))) {
                assertEquals(value, again(graph, value));
            }
            Object[] array = {1, "a", new int[] {7}};
            assertEquals(Arrays.deepToString(array), Arrays.deepToString((Object[]) again(graph, array)));
            StringBuilder text = new StringBuilder();
            assertEquals("text", again(graph, text.append("text")));
        }
    }

    @Test
    void othersAreRefusedByNameAndOption() {
        try (PraghGraph graph = naming("com.acme.*")) {
            for (Object value : List.of(new Point(1, 2), new Plain("p"), new ArrayList<>(List.of(new Point(1, 2))))) {
                String told = assertThrows(IllegalArgumentException.class, () -> graph.addVertex("v", value))
                        .getMessage();
                assertTrue(
                        told.contains("graph.serializable (pragh.serializable)")
                                && told.contains("class=" + ForeignObjectsTest.class.getName() + "$P"),
                        told);
            }
            assertThrows(IllegalArgumentException.class, () -> graph.addVertex("v", new Thread()));
        }
    }

    /** The stored bytes are those of a member without checks. */
    @Test
    void storedBytesOfOtherClassesAreNotRead() throws IOException {
        int before = Trap.SPRUNG.get();
        try (PraghGraph graph = PraghGraph.build().open()) {
            for (byte[] bytes : List.of(
                    tagged(BY_JAVA, byJava(new Trap())),
                    tagged(BY_FIELDS, byFields(new Trap())),
                    tagged(BY_FIELDS, byFields(new Plain("p"))))) {
                Object id = forged(graph, new OpaqueValue(bytes));
                String told = assertThrows(
                                PraghException.class,
                                () -> graph.traversal().V(id).values("v").next())
                        .getMessage();
                assertTrue(
                        told.contains("pragh.serializable") && told.contains("class=io.pragh.tinkerpop.serial."), told);
            }
            Object bomb = Bombs.sets(40);
            for (byte[] bytes : List.of(tagged(BY_JAVA, byJava(bomb)), tagged(BY_FIELDS, byFields(bomb)))) {
                Object id = forged(graph, new OpaqueValue(bytes));
                String told = assertThrows(
                                PraghException.class,
                                () -> graph.traversal().V(id).values("v").next())
                        .getMessage();
                assertTrue(told.contains("take too long to hash"), told);
            }
            Object id = forged(graph, new OpaqueValue(new byte[0]));
            assertThrows(
                    PraghException.class,
                    () -> graph.traversal().V(id).values("v").next());
        }
        assertEquals(before, Trap.SPRUNG.get());
    }

    private static final class ByJava extends Serializer<Object> {
        @Override
        public void write(Kryo kryo, Output out, Object value) {
            try {
                byte[] bytes = byJava(value);
                out.writeInt(bytes.length);
                out.writeBytes(bytes);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        public Object read(Kryo kryo, Input in, Class<Object> type) {
            throw new UnsupportedOperationException();
        }
    }

    private static Object forged(PraghGraph graph, OpaqueValue value) {
        Vertex vertex = graph.addVertex("v", "to be replaced");
        GraphTransaction transaction = graph.store().transaction();
        VertexRecord record = Objects.requireNonNull(transaction.vertex((Long) vertex.id()));
        record.properties().clear();
        record.properties()
                .add(VertexPropertyRecord.natural(record.vid(), transaction.nextPropertyNumber(record), "v", value));
        transaction.change(record);
        graph.tx().commit();
        return vertex.id();
    }

    private static byte[] tagged(byte how, byte[] bytes) {
        byte[] whole = new byte[bytes.length + 1];
        whole[0] = how;
        System.arraycopy(bytes, 0, whole, 1, bytes.length);
        return whole;
    }

    private static byte[] byJava(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    private static byte[] byFields(Object value) {
        Kryo kryo = new Kryo();
        kryo.addDefaultSerializer(Serializable.class, new ByJava());
        try (Output out = new Output(256, 1 << 20)) {
            kryo.writeClassAndObject(out, value);
            return out.toBytes();
        }
    }
}
