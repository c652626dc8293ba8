package io.pragh.tinkerpop.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that bytes from strangers become objects of allowed classes only, and that reading them takes time in
 * proportion to their length.
 */
@Timeout(20)
class JavaBytesTest {
    private static final int INT_ARRAY_BYTES_BEHIND_LENGTH = Integer.BYTES;

    private final JavaBytes jdk = JavaBytes.of(SerializableClasses.JDK);

    private record Point(int x, List<Object> more) implements Serializable {}

    private enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "grass";
            }
        }
    }

    /** The bytes of any object, as a writer without checks makes them. */
    private static byte[] written(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    private void assertRefused(String why, byte[] bytes) {
        String told = assertThrows(IOException.class, () -> jdk.read(bytes)).getMessage();
        assertTrue(told.contains(why), told);
    }

    @Test
    void valuesAndCollectionsOfTheJdkComeBack() throws IOException {
        List<Object> values = List.of(
                URI.create("x:y"),
                Locale.GERMANY,
                TimeUnit.DAYS,
                java.time.ZoneId.of("Europe/Berlin"),
                java.time.Instant.MAX,
                new java.sql.Timestamp(7),
                new java.math.BigDecimal("1.5"),
                List.of(1, List.of(2L)),
                Arrays.asList('a', "b"),
                new HashSet<>(Set.of(Set.of("x"), Set.of("y"))),
                new TreeMap<>(Map.of("k", Map.of())),
                new LinkedHashMap<>(Map.of(List.of(1), 2)),
                new ConcurrentHashMap<>(Map.of("a", 1)),
                Collections.unmodifiableMap(new HashMap<>(Map.of("a", true))),
                new java.util.EnumMap<>(Map.of(TimeUnit.DAYS, 1)));
        for (Object value : values) {
            assertEquals(value, jdk.read(jdk.write(value)));
        }
        Object[] array = {1, "a", new int[] {7}, null};
        assertEquals(Arrays.deepToString(array), Arrays.deepToString((Object[]) jdk.read(jdk.write(array))));
        Map<Integer, Integer> large = new HashMap<>();
        for (int i = 0; i < 5000; i++) {
            large.put(i, i);
        }
        assertEquals(large, jdk.read(jdk.write(large)));
    }

    @Test
    void onlyNamedClassesComeBack() throws IOException {
        JavaBytes named = JavaBytes.of(SerializableClasses.of(JavaBytesTest.class.getName()));
        Point point = new Point(1, new ArrayList<>(List.of(new Point(2, List.of()), Colour.RED)));
        assertEquals(point, named.read(named.write(point)));
        assertEquals(Colour.GREEN, named.read(named.write(Colour.GREEN)));
        for (Object other : List.of(point, Colour.RED, new Point[0], List.of(Colour.GREEN))) {
            String told = assertThrows(InvalidClassException.class, () -> jdk.write(other))
                    .getMessage();
            assertTrue(told.contains("pragh.serializable") && told.contains("JavaBytesTest$"), told);
            assertRefused("class=io.pragh.tinkerpop.serial.JavaBytesTest$", written(other));
        }
    }

    @Test
    void nothingOfAnotherClassIsMade() throws IOException {
        int before = Trap.SPRUNG.get();
        List<Object> wrapped = List.of(new Trap(), new Object[] {new Trap()}, new ArrayList<>(List.of(new Trap())));
        for (Object hidden : wrapped) {
            assertRefused("graph.serializable (pragh.serializable)", written(hidden));
        }
        assertRefused("class=java.net.URL", written(new URL("http://127.0.0.1:9/")));
        assertRefused("class=java.util.PriorityQueue", written(new PriorityQueue<>(List.of(1))));
        assertRefused("class=" + Trap.class.getName(), written(Trap.class));
        assertRefused("class=", written((Supplier<String> & Serializable) () -> "x"));
        Object proxy =
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Comparable.class}, new Handler());
        assertRefused("a proxy of java.lang.Comparable", written(proxy));
        assertEquals(before, Trap.SPRUNG.get());
    }

    private static final class Handler implements InvocationHandler, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void setsThatShareTheirElementsAreRefused() throws IOException {
        assertRefused("take too long to hash", written(Bombs.sets(40)));
        List<Object> fromBelow = new ArrayList<>();
        Object below = "x";
        for (int i = 0; i < 40; i++) {
            below = new ArrayList<>(Arrays.asList(below, below)); // a list's hash includes those of its elements
            fromBelow.add(below);
        }
        byte[] bytes = written(fromBelow);
        assertRefused("take too long to hash", bytes);
        assertEquals(2, ((Set<?>) jdk.read(jdk.write(Bombs.sets(8)))).size());
    }

    @Test
    void whatHoldsItselfIsRefused() throws IOException {
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        assertRefused("take too long to hash", written(itself));
    }

    @Test
    void arraysAreNoLongerThanTheirBytes() throws IOException {
        byte[] bytes = written(new int[1]);
        int lengthAt = bytes.length - INT_ARRAY_BYTES_BEHIND_LENGTH - Integer.BYTES;
        ByteBuffer.wrap(bytes).putInt(lengthAt, 1 << 29);
        assertRefused("REJECTED", bytes);
    }

    @Test
    void depthIsBounded() throws IOException {
        Object deep = "x";
        for (int i = 0; i < 200; i++) {
            deep = new ArrayList<>(List.of(deep));
        }
        byte[] bytes = written(deep);
        assertRefused("REJECTED", bytes);
    }

    @Test
    void failuresAreNoValues() {
        assertThrows(InvalidClassException.class, () -> jdk.read(written(new IllegalStateException("failure"))));
    }

    @Test
    void packagesAreNamedWithAndWithoutThoseBelow() {
        SerializableClasses classes = SerializableClasses.of("com.acme.*, org.acme.**,net.acme.One");
        for (String named : List.of(
                "com.acme.A", "com.acme.A$B", "org.acme.A", "org.acme.b.C", "net.acme.One", "net.acme.One$Two")) {
            assertTrue(classes.allow(named) && classes.allow("[[L" + named + ";"), named);
        }
        for (String other : List.of("com.acme.b.C", "com.acmes.A", "org.acmes.A", "net.acme.OneMore", "net.acme.Two")) {
            assertFalse(classes.allow(other), other);
        }
        for (String wrong : List.of("*", "**", "com.*.A", "com.acme.", ".*", "!com.acme.A", "com acme")) {
            assertThrows(PraghException.class, () -> SerializableClasses.of(wrong), wrong);
        }
    }
}
