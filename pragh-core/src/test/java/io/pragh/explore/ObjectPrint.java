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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Everything that objects of the code under test consist of, and what they refer to, as part of a {@link Fingerprint}: equal graphs of
 * objects give equal words. What lies in regions, counts for statistics alone, or was captured by a lambda, is left out. One thread.
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
            CommitWorld.class, // its parts are printed one by one
            StepFabric.class,
            Fingerprint.class);

    /** Lambdas of one place in the code have one class, and so one number; of another class, another one. */
    private static final ClassValue<Integer> LAMBDAS = new ClassValue<>() {
        private int count;

        @Override
        protected synchronized Integer computeValue(Class<?> type) {
            return ++count;
        }
    };

    private static final ClassValue<List<Field>> FIELDS = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            List<Field> fields = new ArrayList<>();
            for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
                for (Field field : each.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers()) && isPartOfAState(field.getType())) {
                        field.setAccessible(true);
                        fields.add(field);
                    }
                }
            }
            return fields;
        }
    };

    private final Fingerprint into;
    private final IdentityHashMap<Object, Integer> met = new IdentityHashMap<>();

    ObjectPrint(Fingerprint into) {
        this.into = into;
    }

    private static boolean isPartOfAState(Class<?> type) {
        return !LEFT_OUT.contains(type);
    }

    /** Adds an object with all that it refers to; what was met before is a number. */
    void add(Object object) {
        if (object == null) {
            into.add(0);
            return;
        }
        if (isValue(object)) {
            return;
        }
        Class<?> type = object.getClass();
        if (LEFT_OUT.contains(type)) {
            return;
        }
        if (type.isSynthetic() || type.isHidden()) {
            into.add(LAMBDAS.get(type));
            return;
        }
        Integer known = met.putIfAbsent(object, met.size() + 1);
        if (known != null) {
            into.add(known);
            return;
        }
        if (!isCollection(object) && type.getName().startsWith(OURS)) {
            for (Field field : FIELDS.get(type)) {
                addField(field, object);
            }
        }
    }

    private boolean isValue(Object object) {
        if (object instanceof Number number) {
            into.add(number.longValue()); // atomic numbers are as good
        } else if (object instanceof Boolean bool) {
            into.add(bool ? 1 : 2);
        } else if (object instanceof AtomicBoolean bool) {
            into.add(bool.get() ? 1 : 2);
        } else if (object instanceof Enum<?> constant) {
            into.add(constant);
        } else if (object instanceof String text) {
            into.add(text.hashCode());
        } else {
            return false;
        }
        return true;
    }

    private boolean isCollection(Object object) {
        if (object instanceof AtomicReference<?> reference) {
            add(reference.get());
        } else if (object instanceof Map<?, ?> map) {
            into.add(map.size());
            boolean numbered = map.keySet().stream().allMatch(key -> key instanceof Long);
            // who was heard of last counts for a client of 65,536 alone
            (numbered ? new TreeMap<>(map) : map).forEach((key, value) -> {
                add(key);
                add(value);
            });
        } else if (object instanceof Collection<?> elements) {
            into.add(elements.size());
            elements.forEach(this::add);
        } else if (object instanceof ByteBuffer bytes) {
            into.add(bytes.remaining());
            into.add(bytes.hashCode());
        } else if (object.getClass().isArray()) {
            addArray(object);
        } else {
            return false;
        }
        return true;
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
