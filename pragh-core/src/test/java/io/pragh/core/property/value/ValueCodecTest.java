package io.pragh.core.property.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.base.PraghException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that every value is restored unchanged. */
@SuppressWarnings("JavaUtilDate") // applications may store them
class ValueCodecTest {
    private static final int BEHIND = 77;

    private static @Nullable Object again(@Nullable Object value) {
        return ValueCodec.decode(ValueCodec.encode(value));
    }

    @Provide
    Arbitrary<Object> values() {
        Arbitrary<Object> plain = Arbitraries.oneOf(
                Arbitraries.integers().map(v -> (Object) v),
                Arbitraries.longs().map(v -> (Object) v),
                Arbitraries.doubles().map(v -> (Object) v),
                Arbitraries.floats().map(v -> (Object) v),
                Arbitraries.shorts().map(v -> (Object) v),
                Arbitraries.bytes().map(v -> (Object) v),
                Arbitraries.chars().map(v -> (Object) v),
                Arbitraries.of(true, false).map(v -> (Object) v),
                Arbitraries.strings().ofMaxLength(40).map(v -> (Object) v),
                Arbitraries.bigIntegers().map(v -> (Object) v),
                Arbitraries.bigDecimals().map(v -> (Object) v),
                Arbitraries.longs().map(v -> (Object) new UUID(v, ~v)),
                Arbitraries.longs().map(v -> (Object) new Date(v)),
                Arbitraries.integers().map(v -> (Object) Instant.ofEpochSecond(v, v & 0xFFFF)),
                Arbitraries.integers()
                        .map(v -> (Object) new OpaqueValue(Integer.toString(v).getBytes(UTF_8))));
        return Arbitraries.oneOf(plain, nested(plain), nested(Arbitraries.oneOf(plain, nested(plain))));
    }

    private static Arbitrary<Object> nested(Arbitrary<Object> element) {
        return Arbitraries.oneOf(
                element.list().ofMaxSize(4).map(v -> (Object) v),
                element.set().ofMaxSize(4).map(v -> (Object) v),
                Arbitraries.maps(element, element).ofMaxSize(4).map(v -> (Object) v));
    }

    @Property
    void anythingComesBack(@ForAll("values") Object value) {
        Object decoded = again(value);
        assertEquals(value, decoded);
        assertArrayEquals(ValueCodec.encode(decoded), ValueCodec.encode(again(decoded)));
    }

    @Property
    void anythingIsPassedOverToTheByteBehindIt(@ForAll("values") Object value) {
        ValueOutput out = new ValueOutput();
        ValueCodec.write(out, value);
        out.putByte(BEHIND);
        ValueInput in = new ValueInput(out.toBytes(), 0);
        ValueCodec.skip(in);
        assertEquals(BEHIND, in.getByte());
        assertFalse(in.hasRemaining());
    }

    @Test
    void timesComeBack() {
        LocalDateTime twice = LocalDateTime.of(2024, 10, 27, 2, 30); // an hour that occurs twice in Berlin
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        List<Object> times = List.of(
                LocalDate.MIN,
                LocalDate.MAX,
                LocalTime.MAX,
                LocalDateTime.MIN,
                twice,
                OffsetDateTime.of(twice, ZoneOffset.ofHoursMinutes(-3, -30)),
                OffsetTime.of(LocalTime.NOON, ZoneOffset.MAX),
                ZonedDateTime.ofLocal(twice, berlin, ZoneOffset.ofHours(1)),
                ZonedDateTime.ofLocal(twice, berlin, ZoneOffset.ofHours(2)),
                Instant.MIN,
                Instant.MAX,
                Duration.ofSeconds(Long.MIN_VALUE, 5),
                Period.of(1, -2, 3),
                Year.of(-5),
                YearMonth.of(2024, 2),
                MonthDay.of(2, 29),
                ZoneOffset.ofTotalSeconds(-61));
        times.forEach(time -> assertEquals(time, again(time)));
    }

    @Test
    void arraysComeBack() {
        List<Object> arrays = List.of(
                new boolean[] {true, false, true},
                new byte[] {1, -1},
                new char[] {'a', '\uD800'},
                new short[] {1, -1},
                new int[] {1, -1, Integer.MIN_VALUE},
                new long[] {1, Long.MIN_VALUE},
                new float[] {1, Float.NaN},
                new double[] {-0.0, Double.MIN_VALUE},
                new String[] {"a", null, ""});
        for (Object array : arrays) {
            Object[] before = {array};
            Object[] after = {again(array)};
            assertEquals(array.getClass(), after[0] == null ? null : after[0].getClass());
            assertEquals(Arrays.deepToString(before), Arrays.deepToString(after));
        }
        assertArrayEquals(new int[0], (int[]) again(new int[0]));
    }

    @Test
    void whatTextCannotBeInUtf8ComesBackToo() {
        for (String text : List.of("", "a\uD83D\uDE00b", "\uD800", "x\uDC00\uD800", "\uD83Dx")) {
            assertEquals(text, again(text));
        }
    }

    @Test
    void nothingComesBackAsNothing() {
        assertNull(again(null));
        List<@Nullable Object> list = new ArrayList<>();
        list.add(null);
        assertEquals(list, again(list));
    }

    @Test
    void collectionsKeepTheirOrder() {
        Map<String, Integer> map = new LinkedHashMap<>();
        for (int i = 20; i > 0; i--) {
            map.put("k" + i, i);
        }
        Object decoded = again(map);
        assertEquals(
                new ArrayList<>(map.keySet()),
                new ArrayList<>(((Map<?, ?>) java.util.Objects.requireNonNull(decoded)).keySet()));
        assertEquals(new TreeMap<>(map), again(new TreeMap<>(map)));
        assertEquals(Set.of(1, 2), again(new HashSet<>(Set.of(1, 2))));
    }

    @Test
    void theSameNumberHasTheSameBytesOnEveryNode() {
        assertArrayEquals(new byte[] {5, 1, 2, 0, 0}, ValueCodec.encode(513));
        assertArrayEquals(new byte[] {12, 2, 'h', 'i'}, ValueCodec.encode("hi"));
        assertArrayEquals(new byte[] {30, 2, 2, 1}, ValueCodec.encode(List.of(true, false)));
        assertArrayEquals(new byte[] {24, 1, 7, 0, 0, 0}, ValueCodec.encode(new int[] {7}));
        assertArrayEquals(new byte[] {9, 1, -2}, ValueCodec.encode(BigInteger.valueOf(-2)));
        assertArrayEquals(new byte[] {10, 1, 0, 0, 0, 1, 15}, ValueCodec.encode(new BigDecimal("1.5")));
        assertArrayEquals(new byte[] {63, 2, 5, 6}, ValueCodec.encode(new OpaqueValue(new byte[] {5, 6})));
    }

    @Test
    void whatCannotBeStoredIsRefused() {
        for (Object value : List.of(
                new Object(), new AtomicLong(), List.of(new Object()), new HashMap<>(Map.of("k", new Thread())))) {
            assertThrows(PraghException.class, () -> ValueCodec.check(value));
        }
        assertThrows(PraghException.class, () -> ValueCodec.decode(new byte[] {30, -1, -1, -1, -1, 7}));
        assertThrows(PraghException.class, () -> ValueCodec.decode(new byte[] {99}));
    }
}
