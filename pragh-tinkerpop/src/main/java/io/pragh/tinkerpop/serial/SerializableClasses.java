package io.pragh.tinkerpop.serial;

import io.pragh.core.base.PraghException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The classes whose objects may be stored, or sent between nodes, by Java's serialization: values and collections of
 * the JDK, and those that the application names. Immutable.
 */
public final class SerializableClasses {
    // Every class here only holds values while it is read. Classes that compare by a comparator of their own
    // (priority queues), look a name up (URL) or call an argument are left out on purpose.

    private static final String OPTION = "graph.serializable (pragh.serializable)";

    private static final Pattern CLASSES =
            Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*(\\.\\*\\*?)?");

    private static final Set<String> VALUES = Set.of(
            "java.io.Serializable", // of arrays, like others that are not the class of an object
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.CharSequence",
            "java.lang.Character",
            "java.lang.Comparable",
            "java.lang.Double",
            "java.lang.Enum",
            "java.lang.Float",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Number",
            "java.lang.Object",
            "java.lang.Short",
            "java.lang.String",
            "java.math.BigDecimal",
            "java.math.BigInteger",
            "java.net.Inet4Address",
            "java.net.Inet6Address",
            "java.net.InetAddress",
            "java.net.URI",
            "java.sql.Date",
            "java.sql.Time",
            "java.sql.Timestamp",
            "java.time.DayOfWeek",
            "java.time.Month",
            "java.time.Ser", // serialized in place of all other classes of java.time
            "java.time.chrono.Ser",
            "java.util.BitSet",
            "java.util.Currency",
            "java.util.Date",
            "java.util.Locale",
            "java.util.UUID",
            "java.util.concurrent.TimeUnit",
            "java.util.concurrent.atomic.AtomicBoolean",
            "java.util.concurrent.atomic.AtomicInteger",
            "java.util.concurrent.atomic.AtomicLong");

    private static final Set<String> COLLECTIONS = Set.of(
            "java.util.AbstractMap$SimpleEntry",
            "java.util.AbstractMap$SimpleImmutableEntry",
            "java.util.ArrayDeque",
            "java.util.ArrayList",
            "java.util.Arrays$ArrayList",
            "java.util.CollSer", // serialized in place of those of List.of, Set.of and Map.of
            "java.util.Collections$EmptyList",
            "java.util.Collections$EmptyMap",
            "java.util.Collections$EmptySet",
            "java.util.Collections$SingletonList",
            "java.util.Collections$SingletonMap",
            "java.util.Collections$SingletonSet",
            "java.util.Collections$UnmodifiableCollection",
            "java.util.Collections$UnmodifiableList",
            "java.util.Collections$UnmodifiableMap",
            "java.util.Collections$UnmodifiableRandomAccessList",
            "java.util.Collections$UnmodifiableSet",
            "java.util.EnumMap",
            "java.util.HashMap",
            "java.util.HashSet",
            "java.util.LinkedHashMap",
            "java.util.LinkedHashSet",
            "java.util.LinkedList",
            "java.util.Map$Entry",
            "java.util.TreeMap",
            "java.util.TreeSet",
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.concurrent.ConcurrentHashMap$Segment",
            "java.util.concurrent.CopyOnWriteArrayList",
            "java.util.concurrent.locks.AbstractOwnableSynchronizer",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer",
            "java.util.concurrent.locks.ReentrantLock",
            "java.util.concurrent.locks.ReentrantLock$NonfairSync",
            "java.util.concurrent.locks.ReentrantLock$Sync");

    /** The JDK's classes alone. */
    public static final SerializableClasses JDK = new SerializableClasses(List.of());

    private final List<String> named;

    private SerializableClasses(List<String> named) {
        this.named = named;
    }

    /**
     * The JDK's classes, and the application's.
     *
     * @param names with commas between: a class, which includes its nested ones; {@code com.acme.*} for those of a
     *     package, {@code com.acme.**} for those of the packages below it, too
     * @throws PraghException when one is none of these
     */
    public static SerializableClasses of(String names) {
        List<String> named = new ArrayList<>();
        for (String name : names.split(",", -1)) {
            String trimmed = name.strip();
            if (!trimmed.isEmpty() && !CLASSES.matcher(trimmed).matches()) {
                throw new PraghException(OPTION + " takes classes, as com.acme.Point, and packages, as com.acme.* or"
                        + " com.acme.**, with commas between: found=" + trimmed);
            }
            if (!trimmed.isEmpty()) {
                named.add(trimmed);
            }
        }
        return new SerializableClasses(List.copyOf(named));
    }

    /** Why an object of this class cannot be stored or read. */
    static String refusal(String name) {
        int dimensions = name.lastIndexOf('[') + 1;
        String of = dimensions > 0 && name.endsWith(";") ? name.substring(dimensions + 1, name.length() - 1) : name;
        return "objects of this class are neither stored nor read unless " + OPTION
                + " names it, or --serializable of pragh check, restore or repair: class=" + of;
    }

    /** Whether objects of the class, or of arrays of it, may be read; the name is that of {@link Class#getName}. */
    boolean allow(String name) {
        int dimensions = name.lastIndexOf('[') + 1;
        if (dimensions > 0) {
            boolean primitive = name.length() == dimensions + 1;
            return primitive || allow(name.substring(dimensions + 1, name.length() - 1));
        }
        return VALUES.contains(name) || COLLECTIONS.contains(name) || names(name);
    }

    private boolean names(String name) {
        return named.stream().anyMatch(pattern -> matches(pattern, name));
    }

    private static boolean matches(String pattern, String name) {
        if (pattern.endsWith(".**")) {
            return name.startsWith(pattern.substring(0, pattern.length() - 2));
        }
        if (pattern.endsWith(".*")) {
            String prefix = pattern.substring(0, pattern.length() - 1);
            return name.startsWith(prefix) && name.indexOf('.', prefix.length()) < 0;
        }
        return name.equals(pattern) || name.startsWith(pattern + "$");
    }

    @Override
    public String toString() {
        return named.isEmpty() ? "those of the JDK" : "those of the JDK, and " + String.join(", ", named);
    }
}
