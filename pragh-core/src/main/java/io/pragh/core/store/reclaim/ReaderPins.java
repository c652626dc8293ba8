package io.pragh.core.store.reclaim;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Epochs of one node's readers: while a reader is pinned, no block that was retired after it pinned is freed, so it reads in place
 * without copying. Any thread.
 */
public final class ReaderPins {
    private final AtomicLong epoch = new AtomicLong(1);
    private final CopyOnWriteArrayList<Pin> pins = new CopyOnWriteArrayList<>();

    /** One reader's mark; one thread. */
    public static final class Pin {
        private static final long IDLE = Long.MAX_VALUE;
        private static final VarHandle SINCE = sinceHandle();

        private final ReaderPins owner;
        private volatile long since = IDLE;
        private int depth;

        private Pin(ReaderPins owner) {
            this.owner = owner;
        }

        /** From here on nothing that is reachable now is freed; nests. Costs one fenced store on the outermost level. */
        public void enter() {
            if (depth++ == 0) {
                // A volatile store: it is ordered before every later read of a slot. Retirers read it after they have
                // replaced the slot, so either they see the pin, or the reader sees the new slot.
                since = owner.epoch.get();
            }
        }

        /** Ends the latest {@link #enter}. */
        public void exit() {
            if (--depth == 0) {
                // Release: every read of this pin is done before others see it end. No fence, so half the cost of a
                // volatile store.
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

    /** A mark for a new reader. */
    public Pin register() {
        Pin pin = new Pin(this);
        pins.add(pin);
        return pin;
    }

    /** Takes a reader's mark away for good. */
    public void unregister(Pin pin) {
        pins.remove(pin);
    }

    /** Begins a new epoch and returns the one that ended: what was retired before this call belongs to it or an earlier one. */
    public long advance() {
        return epoch.getAndIncrement();
    }

    /** The epoch of the longest pinned reader; everything retired in an earlier epoch is out of every reader's reach. */
    public long oldest() {
        long oldest = epoch.get();
        for (Pin pin : pins) {
            oldest = Math.min(oldest, pin.since);
        }
        return oldest;
    }
}
