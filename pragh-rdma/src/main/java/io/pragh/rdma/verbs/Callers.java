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

/** The connections that other nodes have to this one; decides which nodes are let in. Any thread. */
// A node that was let in may reach the exposed memory by its queue pair. So a node's access ends when its queue pairs
// are destroyed and it gets no others: the list of the connected nodes and the set of the fenced ones change under
// one lock.
final class Callers {
    private static final long NOTICE_SECONDS = 5;
    /** Time for a fenced node to acknowledge that it was told; its access has ended before. */
    private static final long FAREWELL_SECONDS = 1;

    private final Set<Caller> in = new HashSet<>();
    private final Map<Integer, Long> epochs = new HashMap<>();
    private final Set<Integer> fenced = new HashSet<>();
    private final Object taken = new Object();
    private long nextNotice = 1;

    /** Lets a caller in, or returns the reason why it is no member any more. */
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

    /** Destroys a node's queue pairs for good, and then tells it. */
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

    /**
     * Sends a notice to all callers, and returns once they have acknowledged it; a caller that does not answer is
     * disconnected, and gets the notice when it calls again.
     */
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

    /** All callers that were let in. */
    synchronized List<Caller> all() {
        return new ArrayList<>(in);
    }
}
