package io.pragh.rdma.verbs;

import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.Handshake;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The connections that other nodes have to this one, and whom it lets in. Any thread. */
// Whoever was let in may reach the memory that is exposed, by its queue pair. So access of a node ends when its queue
// pairs are taken
// away, and it gets no others: the list of those who are in and the set of those who are fenced change under one lock.
final class Callers {
    private static final long NOTICE_SECONDS = 5;
    /** How long a node that was fenced may take to say that it has heard of it; its access has ended before. */
    private static final long FAREWELL_SECONDS = 1;

    private final Set<Caller> in = new HashSet<>();
    private final Map<Integer, Long> epochs = new HashMap<>();
    private final Set<Integer> fenced = new HashSet<>();
    private final Object taken = new Object();
    private long nextNotice = 1;

    /** Lets a caller in, or says why it is no member any more. */
    @Nullable
    String letIn(Caller caller, Runnable welcome) {
        List<Caller> earlier;
        synchronized (this) {
            if (fenced.contains(caller.from())) {
                return "this member was expelled: node=" + caller.from();
            }
            if (caller.epoch() < epochs.getOrDefault(caller.from(), -1L)) {
                return "a later life of this member has been here: node=" + caller.from() + " epoch=" + caller.epoch();
            }
            epochs.put(caller.from(), caller.epoch());
            earlier = in.stream()
                    .filter(other -> other.from() == caller.from() && other.epoch() < caller.epoch())
                    .toList();
            earlier.forEach(in::remove);
        }
        earlier.forEach(Caller::end);
        synchronized (this) {
            if (fenced.contains(caller.from())) {
                return "this member was expelled: node=" + caller.from();
            }
            in.add(caller);
            welcome.run(); // a notice from now on comes after it
        }
        return null;
    }

    synchronized void hungUp(Caller caller) {
        in.remove(caller);
        noticeTaken();
    }

    synchronized boolean isFenced(int node) {
        return fenced.contains(node);
    }

    /** Takes a node's queue pairs away for good, and then tells it. */
    void fence(int node) {
        List<Caller> theirs;
        synchronized (this) {
            fenced.add(node);
            theirs = in.stream().filter(caller -> caller.from() == node).toList();
            theirs.forEach(in::remove);
        }
        theirs.stream().filter(caller -> !caller.isForFrames()).forEach(Caller::end);
        List<Caller> told = theirs.stream().filter(Caller::isForFrames).toList();
        long number = nextNumber();
        ByteBuffer farewell = Handshake.expelled("this member was expelled: node=" + node);
        farewell.putLong(Frame.WORD_OFFSET, number);
        told.forEach(caller -> caller.tell(farewell.duplicate().order(farewell.order())));
        await(number, told, FAREWELL_SECONDS);
        told.forEach(Caller::end);
    }

    private synchronized long nextNumber() {
        return nextNotice++;
    }

    /** Tells all callers, and returns once they know; who does not answer is hung up on, and will hear it when it calls again. */
    void tellAll(Greeting.Place place) {
        long number;
        List<Caller> told;
        synchronized (this) {
            number = nextNotice++;
            told = in.stream().filter(Caller::isForFrames).toList();
            told.forEach(caller -> caller.tell(place.frame(number)));
        }
        await(number, told, NOTICE_SECONDS);
        told.stream().filter(caller -> !caller.hasTaken(number)).forEach(Caller::end);
    }

    private void await(long number, List<Caller> told, long seconds) {
        Predicate<Caller> knows = caller -> caller.hasTaken(number);
        long start = System.nanoTime();
        long left = TimeUnit.SECONDS.toNanos(seconds);
        synchronized (taken) {
            while (left > 0 && !told.stream().allMatch(knows)) {
                try {
                    TimeUnit.NANOSECONDS.timedWait(taken, left);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    return;
                }
                left = TimeUnit.SECONDS.toNanos(seconds) - (System.nanoTime() - start);
            }
        }
    }

    void noticeTaken() {
        synchronized (taken) {
            taken.notifyAll();
        }
    }

    /** All that are in. */
    synchronized List<Caller> all() {
        return new ArrayList<>(in);
    }
}
