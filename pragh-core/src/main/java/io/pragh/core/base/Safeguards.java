package io.pragh.core.base;

import java.util.EnumSet;

/** The set of {@link Safeguard}s in force. Immutable. */
public final class Safeguards {
    /** Every repair on: the only setting outside tests. */
    public static final Safeguards ALL = new Safeguards(EnumSet.allOf(Safeguard.class));

    private final EnumSet<Safeguard> on;

    private Safeguards(EnumSet<Safeguard> on) {
        this.on = on;
    }

    /** These safeguards without one of them: for tests that show why it is there. */
    public Safeguards without(Safeguard off) {
        EnumSet<Safeguard> rest = EnumSet.copyOf(on);
        rest.remove(off);
        return new Safeguards(rest);
    }

    /** Whether a repair is on. Read it once, in a constructor. */
    public boolean has(Safeguard safeguard) {
        return on.contains(safeguard);
    }
}
