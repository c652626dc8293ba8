package io.pragh.tinkerpop.serial;

import java.util.HashSet;
import java.util.Set;

/** Values of few bytes that take very long to hash. */
public final class Bombs {
    private Bombs() {}

    /**
     * Sets of two sets each, which share their elements. The number of steps to hash the outer one is two to the
     * power of the levels.
     */
    public static Set<Object> sets(int levels) {
        Set<Object> outer = new HashSet<>();
        Set<Object> one = outer;
        Set<Object> other = new HashSet<>();
        for (int i = 0; i < levels; i++) {
            Set<Object> nextOne = new HashSet<>();
            Set<Object> nextOther = new HashSet<>();
            nextOne.add("not equal to the other one");
            one.add(nextOne); // now, because later its hash would take long
            one.add(nextOther);
            other.add(nextOne);
            other.add(nextOther);
            one = nextOne;
            other = nextOther;
        }
        return outer;
    }
}
