package io.pragh.explore;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.access.VersionCheck;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.base.LatencyHistogram;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.core.memory.Region;
import io.pragh.core.store.Passage;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Adds objects of the code under test to a {@link Fingerprint}, with all objects that they refer to: equal object
 * graphs give equal words. Contents of regions, statistics and captured variables of lambdas are left out. One
 * thread.
 */
final class ObjectPrint {
    private static final String OURS = "io.pragh.";
    private static final Set<Class<?>> LEFT_OUT = Set.of(
            Region.class,
            ReadCounters.class,
            LatencyHistogram.class,
            TrafficTally.class,
            LocationCache.class,
            VersionCheck.class,
            Passage.class,
            CommitWorld.class, // its parts are added one by one
            StepFabric.class,
            Fingerprint.class);

    /**
     * How objects of a class are added, and the fields of Pragh's classes; lambdas of one place in the code have one
     * class, and so one number.
     */
    private record Shape(Kind kind, List<Field> fields, int lambda) {}

    private enum Kind {
        LEFT_OUT,
        LAMBDA,
        NUMBER,
        TRUTH,
        ATOMIC_TRUTH,
        CONSTANT,
        TEXT,
        REFERENCE,
        MAP,
        COLLECTION,
        BYTES,
        ARRAY,
        OURS,
        ANOTHERS
    }

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        private int lambdas;

        @Override
        protected synchronized Shape computeValue(Class<?> type) {
            Kind kind = kindOf(type);
            return new Shape(kind, kind == Kind.OURS ? fieldsOf(type) : List.of(), kind == Kind.LAMBDA ? ++lambdas : 0);
        }
    };

    private final Fingerprint into;
    private final IdentityHashMap<Object, Integer> met;

    /** {@code objects} is the expected number of objects. */
    ObjectPrint(Fingerprint into, int objects) {
        this.into = into;
        this.met = new IdentityHashMap<>(objects);
    }

    private static Kind kindOf(Class<?> type) {
        if (LEFT_OUT.contains(type)) {
            return Kind.LEFT_OUT;
        }
        if (type.isSynthetic() || type.isHidden()) {
            return Kind.LAMBDA;
        }
        if (type.isArray()) {
            return Kind.ARRAY;
        }
        Map<Class<?>, Kind> kinds = new LinkedHashMap<>();
        kinds.put(Number.class, Kind.NUMBER); // atomic numbers as well
        kinds.put(Boolean.class, Kind.TRUTH);
        kinds.put(AtomicBoolean.class, Kind.ATOMIC_TRUTH);
        kinds.put(Enum.class, Kind.CONSTANT);
        kinds.put(String.class, Kind.TEXT);
        kinds.put(AtomicReference.class, Kind.REFERENCE);
        kinds.put(Map.class, Kind.MAP);
        kinds.put(Collection.class, Kind.COLLECTION);
        kinds.put(ByteBuffer.class, Kind.BYTES);
        return kinds.entrySet().stream()
                .filter(each -> each.getKey().isAssignableFrom(type))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(type.getName().startsWith(OURS) ? Kind.OURS : Kind.ANOTHERS);
    }

    private static List<Field> fieldsOf(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !LEFT_OUT.contains(field.getType())) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    /** Adds an object with all that it refers to; what was met before is a number. */
    void add(Object object) {
        if (object == null) {
            into.add(0);
            return;
        }
        Shape shape = SHAPES.get(object.getClass());
        switch (shape.kind) {
            case LEFT_OUT -> {}
            case LAMBDA -> into.add(shape.lambda);
            case NUMBER -> into.add(((Number) object).longValue());
            case TRUTH -> into.add((Boolean) object ? 1 : 2);
            case ATOMIC_TRUTH -> into.add(((AtomicBoolean) object).get() ? 1 : 2);
            case CONSTANT -> into.add((Enum<?>) object);
            case TEXT -> into.add(object.hashCode());
            default -> addParts(object, shape);
        }
    }

    private void addParts(Object object, Shape shape) {
        Integer known = met.putIfAbsent(object, met.size() + 1);
        if (known != null) {
            into.add(known);
            return;
        }
        switch (shape.kind) {
            case REFERENCE -> add(((AtomicReference<?>) object).get());
            case MAP -> addMap((Map<?, ?>) object);
            case COLLECTION -> {
                into.add(((Collection<?>) object).size());
                ((Collection<?>) object).forEach(this::add);
            }
            case BYTES -> {
                into.add(((ByteBuffer) object).remaining());
                into.add(object.hashCode());
            }
            case ARRAY -> addArray(object);
            default -> {
                for (Field field : shape.fields) {
                    addField(field, object);
                }
            }
        }
    }

    private void addMap(Map<?, ?> map) {
        into.add(map.size());
        boolean numbered = true;
        for (Object key : map.keySet()) {
            numbered &= key instanceof Long;
        }
        // the order of the latest contacts matters only beyond 65,536 clients
        (numbered && map.size() > 1 ? new TreeMap<>(map) : map).forEach((key, value) -> {
            add(key);
            add(value);
        });
    }

    private void addArray(Object array) {
        int length = Array.getLength(array);
        into.add(length);
        if (array instanceof long[] words) {
            for (long word : words) {
                into.add(word);
            }
        } else if (array instanceof int[] words) {
            for (int word : words) {
                into.add(word);
            }
        } else if (array instanceof Object[] objects) {
            for (Object object : objects) {
                add(object);
            }
        } else {
            for (int i = 0; i < length; i++) {
                add(Array.get(array, i));
            }
        }
    }

    private void addField(Field field, Object object) {
        try {
            Class<?> type = field.getType();
            if (type == long.class) {
                into.add(field.getLong(object));
            } else if (type == int.class) {
                into.add(field.getInt(object));
            } else if (type == boolean.class) {
                into.add(field.getBoolean(object) ? 1 : 2);
            } else {
                add(field.get(object));
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
