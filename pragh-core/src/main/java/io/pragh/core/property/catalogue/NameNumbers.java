package io.pragh.core.property.catalogue;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** A cache of the numbers of names, which never change, in front of a slower look-up. Any thread. */
public final class NameNumbers {
    private static final int SLOTS = 64;

    private final ToIntFunction<String> all;
    private final @Nullable Numbered[] slots = new Numbered[SLOTS];

    /** Immutable, so that a thread that finds it sees both. */
    private record Numbered(String name, int number) {}

    /** A cache in front of {@code all}; a name with number 0 has none and is looked up again each time. */
    public NameNumbers(ToIntFunction<String> all) {
        this.all = all;
    }

    /** The number of a name. Cost: none unless another name has taken its slot. */
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
