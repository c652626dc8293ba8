package io.pragh.core.property.catalogue;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Numbers of names, which never change: of those that come again and again nobody is asked. One thread. */
public final class NameNumbers {
    private static final int SLOTS = 64;

    private final ToIntFunction<String> all;
    private final @Nullable String[] names = new String[SLOTS];
    private final int[] numbers = new int[SLOTS];

    /** Over all names; a number of 0 is none, and asked for again. */
    public NameNumbers(ToIntFunction<String> all) {
        this.all = all;
    }

    /** The number of a name. Cost: none if no other name has taken its slot. */
    public int get(String name) {
        int slot = name.hashCode() & SLOTS - 1;
        if (name.equals(names[slot])) {
            return numbers[slot];
        }
        int number = all.applyAsInt(name);
        if (number != 0) {
            numbers[slot] = number;
            names[slot] = name;
        }
        return number;
    }
}
