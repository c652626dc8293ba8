package io.pragh.explore;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mutable fields of one object of the code under test: added to a {@link Fingerprint}, and restored to their
 * values from when the lens was made. References are restored but not followed. One thread.
 */
final class Lens {
    /** The fields of a class that are not static, by name. */
    private static final ClassValue<Map<String, Field>> FIELDS = new ClassValue<>() {
        @Override
        protected Map<String, Field> computeValue(Class<?> type) {
            Map<String, Field> fields = new LinkedHashMap<>();
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    fields.put(field.getName(), field);
                }
            }
            return fields;
        }
    };

    private final Object object;
    private final List<Field> words = new ArrayList<>();
    private final List<Field> references = new ArrayList<>();
    private final long[] firstWords;
    private final @Nullable Object[] firstReferences;

    /** A lens on all fields except the named ones, which do not affect behaviour. */
    Lens(Object object, String... ignored) {
        this.object = object;
        Set<String> skip = Set.of(ignored);
        for (Field field : FIELDS.get(object.getClass()).values()) {
            if (!skip.contains(field.getName())) {
                take(field);
            }
        }
        firstWords = words.stream().mapToLong(f -> word(f, object)).toArray();
        firstReferences = references.stream().map(f -> get(f, object)).toArray();
    }

    private void take(Field field) {
        Class<?> type = field.getType();
        if (!Modifier.isFinal(field.getModifiers())) {
            if (type.isPrimitive() || type.isEnum()) {
                words.add(field);
            }
            if (!type.isPrimitive()) {
                references.add(field);
            }
        }
    }

    /** Whether an enum field holds the constant with this name. */
    boolean holds(String name, String constant) {
        return word(name) == nameWord(constant);
    }

    private static long nameWord(String constant) {
        return constant.hashCode();
    }

    /** The present value of a field; for an enum, a word for the constant's name. */
    long word(String name) {
        for (Field field : words) {
            if (field.getName().equals(name)) {
                return word(field, object);
            }
        }
        throw new AssertionError("no such field: " + name);
    }

    /** Sets a field that is not an enum. */
    void set(String name, long value) {
        for (Field field : words) {
            if (field.getName().equals(name)) {
                set(field, value);
            }
        }
    }

    private void set(Field field, long value) {
        try {
            Class<?> type = field.getType();
            if (type == long.class) {
                field.setLong(object, value);
            } else if (type == int.class) {
                field.setInt(object, (int) value);
            } else if (type == boolean.class) {
                field.setBoolean(object, value != 0);
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    /** The object that a field refers to. */
    Object reference(String name) {
        for (Field field : references) {
            if (field.getName().equals(name)) {
                return Objects.requireNonNull(get(field, object), name);
            }
        }
        throw new AssertionError("no such field: " + name);
    }

    /** Adds the present values of the fields. */
    void addTo(Fingerprint fingerprint) {
        for (int i = 0; i < words.size(); i++) {
            fingerprint.add(word(words.get(i), object));
        }
    }

    /** Restores the values from when the lens was made. */
    void reset() {
        for (int i = 0; i < firstWords.length; i++) {
            set(words.get(i), firstWords[i]);
        }
        try {
            for (int i = 0; i < firstReferences.length; i++) {
                references.get(i).set(object, firstReferences[i]);
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static long word(Field field, Object object) {
        try {
            Class<?> type = field.getType();
            if (type == long.class) {
                return field.getLong(object);
            }
            if (type == int.class) {
                return field.getInt(object);
            }
            if (type == boolean.class) {
                return field.getBoolean(object) ? 1 : 0;
            }
            if (type.isEnum()) {
                Enum<?> value = (Enum<?>) field.get(object);
                return value == null ? 0 : nameWord(value.name());
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("a field of a type that no lens can read: " + field);
    }

    /** The object that a private field refers to. */
    static Object peek(Object owner, String name) {
        Field field = FIELDS.get(owner.getClass()).get(name);
        Object value = field == null ? null : get(field, owner);
        if (value == null) {
            throw new AssertionError("nothing to look at: " + name + " of " + owner.getClass());
        }
        return value;
    }

    private static @Nullable Object get(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
