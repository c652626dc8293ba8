package io.pragh.core.property.catalogue;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Numbers of names, which never change: of those that come again and again nobody is asked. Any thread. */
public final class NameNumbers {
    private static final int SLOTS = 64;

    private final ToIntFunction<String> all;
    private final @Nullable Numbered[] slots = new Numbered[SLOTS];

    /** Never changed, so whoever finds it finds both. */
    private record Numbered(String name, int number) {}

    /** Over all names; a number of 0 is none, and asked for again. */
    public NameNumbers(ToIntFunction<String> all) {
        this.all = all;
    }

    /** The number of a name. Cost: none if no other name has taken its slot. */
    public int get(String name) {
        int slot = name.hashCode() & SLOTS - 1;
        Numbered known = slots[slot];
        if (known != null && known.name.equals(name)) {
            return known.number;
        }
        int number = all.applyAsInt(name);
        if (number != 0) {
            slots[slot] = new Numbered(name, number);
        }
        return number;
    }
}
