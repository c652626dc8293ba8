package io.pragh.core.store.reclaim;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The pins of one node's readers, by epoch: while a reader is pinned, no block that was retired after it pinned is
 * freed, so it reads values in place without copying. Used with {@link Reclaimer}. Any thread.
 */
public final class ReaderPins {
    private final AtomicLong epoch = new AtomicLong(1);
    private final CopyOnWriteArrayList<Pin> pins = new CopyOnWriteArrayList<>();

    /** One reader's pin; one thread. */
    public static final class Pin {
        private static final long IDLE = Long.MAX_VALUE;
        private static final VarHandle SINCE = sinceHandle();

        private final ReaderPins owner;
        private volatile long since = IDLE;
        private int depth;

        private Pin(ReaderPins owner) {
            this.owner = owner;
        }

        /**
         * Pins: from here on no block that can be reached now is freed. Nests. Costs one fenced store on the
         * outermost level.
         */
        public void enter() {
            if (depth++ == 0) {
                // A volatile store, ordered before every later read of a slot. A reclaimer reads it after the slot
                // was replaced, so either the reclaimer sees the pin, or the reader sees the new slot.
                since = owner.epoch.get();
            }
        }

        /** Ends the latest {@link #enter}. */
        public void exit() {
            if (--depth == 0) {
                // Release: every read under this pin is done before other threads see it end. No fence is needed,
                // which costs half as much as a volatile store.
                SINCE.setRelease(this, IDLE);
            }
        }

        private static VarHandle sinceHandle() {
            try {
                return MethodHandles.lookup().findVarHandle(Pin.class, "since", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    /** Registers a pin for a new reader. */
    public Pin register() {
        Pin pin = new Pin(this);
        pins.add(pin);
        return pin;
    }

    /** Removes a reader's pin for good. */
    public void unregister(Pin pin) {
        pins.remove(pin);
    }

    /**
     * Begins a new epoch and returns the one that ended: blocks retired before this call belong to it or an earlier
     * one.
     */
    public long advance() {
        return epoch.getAndIncrement();
    }

    /** The epoch of the longest pinned reader; no reader can reach a block that was retired in an earlier epoch. */
    public long oldest() {
        long oldest = epoch.get();
        for (Pin pin : pins) {
            oldest = Math.min(oldest, pin.since);
        }
        return oldest;
    }
}
