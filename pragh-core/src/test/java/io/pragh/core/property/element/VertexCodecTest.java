package io.pragh.core.property.element;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import io.pragh.core.property.Held;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.value.ValueCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares vertices that are written and read again with a list of properties, for all contents and changes; checks
 * that damaged bodies are refused.
 */
class VertexCodecTest {
    private static final int VID = 9;
    private static final int SHORT_MAX = 0xFFFF;
    /** Bytes of a vertex with one property and nothing else, without the value. */
    private static final int HEAD_AND_ENTRY = 12;

    private final NumberedNames names = new NumberedNames();

    /** A property as it should be read. */
    private record Shown(
            long number, Object id, String key, @Nullable Object value, Map<String, @Nullable Object> own) {}

    private static Shown shown(VertexPropertyRecord property) {
        return new Shown(
                property.number(),
                property.id(),
                property.key(),
                property.value(),
                new TreeMap<>(property.properties()));
    }

    private static List<Shown> shown(List<VertexPropertyRecord> properties) {
        return properties.stream().map(VertexCodecTest::shown).toList();
    }

    private static @Nullable Object value(Random random) {
        return switch (random.nextInt(9)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextInt(3);
            case 3 -> (long) random.nextInt(3);
            case 4 -> random.nextDouble();
            case 5 -> "x".repeat(random.nextInt(200));
            case 6 -> List.of("a", random.nextInt());
            case 7 -> "\ud800"; // half a pair
            default -> "text" + random.nextInt(3);
        };
    }

    /**
     * Makes a random change of a vertex: adds properties, under keys that it has or not, removes some, or changes a
     * property of one.
     */
    private static void change(VertexRecord vertex, Random random, int keyFrom) {
        List<VertexPropertyRecord> properties = vertex.properties();
        int kind = random.nextInt(6);
        if (kind == 0 && !properties.isEmpty()) {
            properties.remove(random.nextInt(properties.size())); // the last one, or one in the middle
        } else if (kind == 1 && !properties.isEmpty()) {
            properties.get(random.nextInt(properties.size())).put("k" + (keyFrom + random.nextInt(4)), value(random));
        } else {
            String key = "k" + (keyFrom + random.nextInt(4));
            if (kind == 2) {
                properties.removeIf(p -> p.key().equals(key));
            }
            long number = vertex.nextNumber();
            vertex.nextNumber(number + 1);
            properties.add(
                    kind == 3
                            ? new VertexPropertyRecord(number, "id" + number, key, value(random))
                            : VertexPropertyRecord.natural(VID, number, key, value(random)));
        }
    }

    private VertexRecord again(VertexRecord vertex) {
        names.known = 0;
        return VertexCodec.decode(vertex.vid(), VertexCodec.encode(vertex, names), names);
    }

    @Property(tries = 80)
    void whatAVertexHasIsReadBackHoweverOftenItIsChanged(
            @ForAll long seed, @ForAll @IntRange(max = 15) int changes, @ForAll @IntRange(max = 4) int kind) {
        Random random = new Random(seed);
        int keyFrom = kind == 0 ? 1 : kind == 1 ? SHORT_MAX - 1 : kind == 2 ? 1 << 30 : 120;
        Object id = kind == 3 ? "called so" : (Object) (long) VID;
        VertexRecord vertex = new VertexRecord(VID, id, "l" + (1 + random.nextInt(VertexCodec.LABEL_MAX)));
        if (kind == 4) {
            vertex.properties().add(VertexPropertyRecord.natural(VID, 0, "k1", "x".repeat(SHORT_MAX)));
        }
        for (int i = 0; i < random.nextInt(4); i++) {
            vertex.directory(Directory.with(vertex.directory(), Directory.word(1 + i, random.nextBoolean())));
        }
        for (int i = 0; i < changes; i++) {
            change(vertex, random, keyFrom);
            check(vertex);
            vertex = random.nextBoolean() ? again(vertex) : vertex;
        }
        check(vertex);
    }

    private void check(VertexRecord vertex) {
        byte[] body = VertexCodec.encode(vertex, names);
        List<Shown> all = shown(vertex.properties());
        VertexRecord whole = again(vertex);
        assertEquals(all, shown(whole.properties()));
        assertArrayEquals(body, VertexCodec.encode(whole, names));
        VertexRecord parts = again(vertex);
        assertEquals(vertex.id(), parts.id());
        assertEquals(vertex.label(), parts.label());
        assertArrayEquals(vertex.directory(), parts.directory());
        for (Shown one : all) {
            VertexPropertyRecord found = again(vertex).property(one.number);
            assertNotNull(found);
            assertEquals(one, shown(found));
            for (String other : List.of("k1", "k999")) {
                assertEquals(
                        all.stream()
                                .filter(p -> p.key.equals(one.key) || p.key.equals(other))
                                .toList(),
                        shown(again(vertex).propertiesOf(one.key, other)));
            }
            assertEquals(
                    all.stream().filter(p -> p.key.equals(one.key)).toList(),
                    shown(again(vertex).propertiesOf(one.key)));
            checkHeld(vertex, one.key, "text1");
            checkHeld(vertex, one.key, 1);
            checkHeld(vertex, one.key, 1L);
        }
        assertEquals(List.of(), again(vertex).propertiesOf("k999"));
        assertNull(again(vertex).property(all.size() + 100_000L));
        assertEquals(vertex.nextNumber(), again(vertex).nextNumber());
    }

    private void checkHeld(VertexRecord vertex, String key, Object value) {
        List<VertexPropertyRecord> under = again(vertex).propertiesOf(key);
        boolean held = under.stream().anyMatch(p -> value.equals(p.value()));
        Held told = again(vertex).held(key, ValueCodec.encode(value));
        assertTrue(told != Held.YES || held, () -> "held: " + under);
        assertTrue(told != Held.NO || !held, () -> "not held: " + under);
        boolean sameType = under.stream()
                .allMatch(p ->
                        p.value() != null && p.value().getClass() == value.getClass() && !"\ud800".equals(p.value()));
        assertTrue(told != Held.UNKNOWN || !sameType, () -> "unknown: " + under);
        assertEquals(Held.NO, again(vertex).held("k999", ValueCodec.encode(value)));
        VertexInPlace inPlace = inPlace(VertexCodec.encode(vertex, names));
        assertEquals(told, inPlace.held(names.key(key), ValueCodec.encode(value)));
        assertEquals(names.vertexLabel(vertex.label()), inPlace.label());
    }

    /** A vertex whose bytes lie between other bytes of a region. */
    private static VertexInPlace inPlace(byte[] body) {
        Region region = Region.direct(Math.max(1 << 12, Integer.highestOneBit(body.length + 32) * 2), 1);
        region.grow();
        region.put(12, body, 0, body.length);
        region.put(12L + body.length, new byte[] {-1, -1, -1, -1}, 0, 4);
        VertexInPlace view = new VertexInPlace();
        view.look(region, 12, body.length);
        return view;
    }

    private static VertexRecord vertex(Object... keysAndValues) {
        VertexRecord vertex = new VertexRecord(VID, (long) VID, "l1");
        for (int i = 0; i < keysAndValues.length; i += 2) {
            vertex.properties()
                    .add(VertexPropertyRecord.natural(VID, i / 2, "k" + keysAndValues[i], keysAndValues[i + 1]));
        }
        return vertex;
    }

    private static int flags(byte[] body) {
        return body[3];
    }

    @Test
    void anOrdinaryVertexTakesFourBytesForAPropertyAndItsValue() {
        assertEquals(VertexCodec.HEAD_BYTES, VertexCodec.encode(vertex(), names).length);
        assertEquals(8 + 2 * (4 + 2 + 6), VertexCodec.encode(vertex(1, "v12345", 2, "v54321"), names).length);
        VertexRecord loaded = vertex(1, "name12345", 2, 17, 3, 123.45, 4, "city123", 5, true);
        assertEquals(8 + 5 * 4 + 11 + 5 + 9 + 9 + 1, VertexCodec.encode(loaded, names).length);
    }

    @Test
    void keysAndOffsetsOfMoreThanTwoBytesMakeItWide() {
        assertEquals(0, flags(VertexCodec.encode(vertex(1, true, SHORT_MAX, true), names)));
        byte[] body = VertexCodec.encode(vertex(1, true, SHORT_MAX + 1, true), names);
        assertEquals(VertexCodec.WIDE, flags(body));
        assertEquals(8 + 4 + 2 * (8 + 1), body.length);
        check(vertex(1, true, SHORT_MAX, true));
        check(vertex(1, true, SHORT_MAX + 1, true));
        // two entries, then a text with a length of three bytes, then the second value
        int fits = SHORT_MAX - 8 - 4;
        for (int more : new int[] {0, 1}) {
            VertexRecord vertex = vertex(1, "x".repeat(fits + more), 2, true);
            assertEquals(more == 0 ? 0 : VertexCodec.WIDE, flags(VertexCodec.encode(vertex, names)));
            check(vertex);
        }
        VertexRecord last = vertex(1, "x".repeat(10 * SHORT_MAX));
        assertEquals(0, flags(VertexCodec.encode(last, names)), "nothing begins behind it");
        check(last);
    }

    @Test
    void moreThanSixtyThousandPropertiesAreReadBack() {
        VertexRecord vertex = vertex();
        int count = 70_000;
        for (int i = 0; i < count; i++) {
            vertex.properties().add(VertexPropertyRecord.natural(VID, i, "k" + (1 + i % 7), i));
        }
        VertexRecord read = again(vertex);
        assertEquals(count / 7, read.propertiesOf("k3").size());
        VertexPropertyRecord one = read.property(69_999);
        assertNotNull(one);
        assertEquals(69_999, one.value());
        assertEquals(count, read.nextNumber());
        assertEquals(shown(vertex.properties()), shown(read.properties()));
    }

    @Test
    void aPropertyKeepsItsNumberWhileOthersComeAndGo() {
        VertexRecord vertex = again(vertex(1, "a", 2, "b", 3, "c"));
        vertex.properties().remove(1);
        vertex = again(vertex);
        assertEquals("9.2", vertex.propertiesOf("k3").get(0).id());
        assertEquals(3, vertex.nextNumber());
        vertex.properties().add(VertexPropertyRecord.natural(VID, vertex.nextNumber(), "k2", "d"));
        vertex = again(vertex);
        vertex.properties().remove(2);
        vertex = again(vertex);
        assertEquals(4, vertex.nextNumber(), "no number is given out again");
        assertEquals(
                List.of(0L, 2L),
                vertex.properties().stream().map(VertexPropertyRecord::number).toList());
        vertex.properties().clear();
        assertEquals(4, again(vertex).nextNumber());
    }

    @Test
    void propertiesMayLieInAnotherOrderThanTheirNumbers() {
        VertexRecord vertex = vertex();
        vertex.properties().add(VertexPropertyRecord.natural(VID, 1, "k1", "a"));
        vertex.properties().add(VertexPropertyRecord.natural(VID, 0, "k2", "b"));
        assertEquals(2, vertex.nextNumber());
        check(vertex);
    }

    @Test
    void aKeyThatIsNotKnownHereIsReadOnlyWhereItMayBe() {
        VertexRecord read = again(vertex(1, "a", 5, "b"));
        names.known = 0;
        assertEquals(1, read.propertiesOf("k5").size());
        assertEquals(5, names.known, "the numbers up to the greatest one are read");
        names.known = 3;
        assertEquals(0, again(vertex()).propertiesOf("k4").size());
        assertEquals(0, names.known, "a vertex without properties needs no names");
    }

    @Test
    void aValueOfAnotherTypeOrOneThatWasDecodedHasToBeCompared() {
        byte[] one = ValueCodec.encode(1);
        assertEquals(Held.YES, again(vertex(1, 2, 1, 1)).held("k1", one));
        assertEquals(Held.NO, again(vertex(1, 2, 1, 3)).held("k1", one));
        assertEquals(Held.UNKNOWN, again(vertex(1, 2, 1, 1L)).held("k1", one));
        assertEquals(Held.NO, again(vertex(1, 1L)).held("k2", one));
        assertEquals(Held.NO, again(vertex(1, "text")).held("k1", ValueCodec.encode("texts")));
        VertexRecord decoded = again(vertex(1, 2));
        decoded.properties().clear();
        assertEquals(Held.UNKNOWN, decoded.held("k1", ValueCodec.encode(2)));
    }

    @Test
    void anotherNumberThanItsOwnIsStoredAsItsIdentifier() {
        for (Object id : List.of(10L, 9, "9", (short) 9)) {
            VertexRecord read = again(new VertexRecord(VID, id, "l1"));
            assertFalse(read.isCalledByNumber());
            assertEquals(id, read.id());
        }
        assertTrue(again(new VertexRecord(VID, (long) VID, "l1")).isCalledByNumber());
    }

    @Test
    void aFormThatIsNotKnownIsRefused() {
        byte[] body = VertexCodec.encode(vertex(1, "a"), names);
        for (int flag : new int[] {16, 32, 64, 128}) {
            byte[] other = body.clone();
            other[3] = (byte) flag;
            VertexRecord vertex = VertexCodec.decode(VID, other, names);
            for (Runnable part : List.<Runnable>of(
                    vertex::id,
                    vertex::label,
                    vertex::properties,
                    vertex::directory,
                    () -> vertex.propertiesOf("k1"))) {
                String told = assertThrows(PraghException.class, part::run).getMessage();
                assertTrue(told.startsWith("a stored vertex has a form that this version does not know"), told);
            }
            Region region = inMemory(other);
            assertThrows(PraghException.class, () -> VertexCodec.label(region, 0, other.length));
        }
    }

    private static Region inMemory(byte[] body) {
        Region region = Region.direct(1 << 12, 1);
        region.grow();
        region.put(0, body, 0, body.length);
        return region;
    }

    @Test
    void aDirectoryIsNoLongerThanItsVertex() {
        byte[] body = VertexCodec.encode(vertex(1, "a"), names);
        for (int words : new int[] {body.length, SHORT_MAX}) {
            byte[] forged = body.clone();
            ByteBuffer.wrap(forged).order(ByteOrder.LITTLE_ENDIAN).putShort(VertexCodec.DIRECTORY_OFFSET, (short)
                    words);
            VertexRecord vertex = VertexCodec.decode(VID, forged, names);
            assertThrows(PraghException.class, vertex::directory);
            assertThrows(PraghException.class, vertex::id);
            Region region = inMemory(forged);
            assertThrows(PraghException.class, () -> VertexCodec.words(region, 0, forged.length));
        }
        Region region = inMemory(body);
        assertThrows(PraghException.class, () -> VertexCodec.words(region, 0, VertexCodec.HEAD_BYTES - 1));
        assertThrows(PraghException.class, () -> VertexCodec.label(region, 0, VertexCodec.HEAD_BYTES - 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, -1, 1 << 28, 1 << 29, 7, 3})
    void aWideVertexHasNoMorePropertiesThanBytes(int count) {
        byte[] forged = VertexCodec.encode(vertex(1, true, SHORT_MAX + 1, true), names);
        ByteBuffer.wrap(forged).order(ByteOrder.LITTLE_ENDIAN).putInt(VertexCodec.HEAD_BYTES, count);
        for (int flag : new int[] {0, VertexCodec.NUMBERED, VertexCodec.DETAILED}) {
            forged[3] |= (byte) flag;
            VertexRecord read = VertexCodec.decode(VID, forged, names);
            String told =
                    assertThrows(PraghException.class, () -> read.property(0)).getMessage();
            assertTrue(told.startsWith("a stored vertex has more properties than bytes"), told);
        }
    }

    @Test
    void aValueIsReadNoFurtherThanToTheNextOne() {
        byte[] body = VertexCodec.encode(vertex(1, "long \u0001 text", 2, "x"), names);
        int first = VertexCodec.HEAD_BYTES + 2;
        int second = first + 4;
        int inText = 8 + 2 + "long ".length(); // where a value would begin
        for (int place : new int[] {first, second}) {
            for (int offset : new int[] {0, 4, 7, inText, 8 + 2 + 11 + 3, SHORT_MAX}) {
                byte[] forged = body.clone();
                ByteBuffer.wrap(forged).order(ByteOrder.LITTLE_ENDIAN).putShort(place, (short) offset);
                VertexRecord read = VertexCodec.decode(VID, forged, names);
                if (place == first && offset == inText) {
                    assertEquals(false, read.propertiesOf("k1").get(0).value(), "nobody can tell");
                } else {
                    assertThrows(PraghException.class, () -> read.propertiesOf("k1", "k2"), () -> place + " " + offset);
                }
            }
        }
        byte[] cut = new byte[HEAD_AND_ENTRY];
        System.arraycopy(VertexCodec.encode(vertex(1, true), names), 0, cut, 0, HEAD_AND_ENTRY);
        assertThrows(PraghException.class, VertexCodec.decode(VID, cut, names)::properties);
        assertThrows(PraghException.class, VertexCodec.decode(VID, new byte[7], names)::id);
    }

    @Property(tries = 100)
    void aSpoiledVertexIsReadOrRefused(@ForAll long seed, @ForAll @IntRange(max = 12) int changes) {
        Random random = new Random(seed);
        VertexRecord vertex = new VertexRecord(VID, random.nextBoolean() ? (Object) (long) VID : "id", "l1");
        vertex.directory(new int[] {Directory.word(1, true)});
        int keyFrom = random.nextBoolean() ? 1 : SHORT_MAX;
        for (int i = 0; i < changes; i++) {
            change(vertex, random, keyFrom);
        }
        byte[] body = VertexCodec.encode(vertex, names);
        int entriesTo = Math.min(
                body.length,
                VertexCodec.HEAD_BYTES + 8 + 9 * vertex.properties().size());
        for (int i = 0; i < 40; i++) {
            byte[] spoiled = body.clone();
            for (int bits = random.nextInt(3); bits >= 0; bits--) {
                spoiled[random.nextInt(entriesTo)] ^= (byte) (1 << random.nextInt(8));
            }
            List<Runnable> reads = new ArrayList<>();
            VertexRecord read = VertexCodec.decode(VID, spoiled, names);
            reads.add(() -> read.id());
            reads.add(() -> read.directory());
            reads.add(() -> read.propertiesOf("k1", "k2"));
            reads.add(() -> read.property(2));
            reads.add(() -> read.held("k1", ValueCodec.encode("text1")));
            reads.add(() -> read.nextNumber());
            String stored = outcome(() -> read.held("k1", ValueCodec.encode("text1")));
            assertEquals(stored, outcome(() -> inPlace(spoiled).held(names.key("k1"), ValueCodec.encode("text1"))));
            for (Runnable each : reads) {
                try {
                    each.run();
                } catch (PraghException refused) {
                    assertNotNull(refused.getMessage());
                }
            }
        }
    }

    private static String outcome(Supplier<Held> told) {
        try {
            return told.get().toString();
        } catch (PraghException refused) {
            return refused.getMessage();
        }
    }
}
