package io.pragh.tinkerpop.process.computer;

import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import org.apache.tinkerpop.gremlin.process.computer.MessageCombiner;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;

/**
 * Messages from one turn to the next, by number of the receiver: all workers put messages while all read those of the
 * turn before. A slot holds nothing, one message, or {@link Several}; with a combiner never more than one.
 * {@link #put} from any thread, {@link #messages} from the receiver's worker, {@link #turn} between turns.
 */
final class MessageBoard {
    private static final int LOCKS = 256;

    private final Object[] locks = new Object[LOCKS];
    private @Nullable Object[] received;
    private @Nullable Object[] sent;

    MessageBoard(int vertices) {
        Arrays.setAll(locks, i -> new Object());
        received = new @Nullable Object[vertices];
        sent = new @Nullable Object[vertices];
    }

    /** Puts a message for the next turn. */
    <M> void put(int receiver, M message, @Nullable MessageCombiner<M> combiner) {
        synchronized (locks[receiver & LOCKS - 1]) {
            Object there = sent[receiver];
            if (there == null) {
                sent[receiver] = message;
            } else if (combiner != null) {
                @SuppressWarnings("unchecked")
                M other = (M) there;
                sent[receiver] = combiner.combine(other, message);
            } else if (there instanceof Several several) {
                several.add(message);
            } else {
                sent[receiver] = new Several(there, message);
            }
        }
    }

    /** The messages put for a vertex in the turn before; repeated calls return them again. */
    @SuppressWarnings("unchecked")
    <M> Iterator<M> messages(int receiver) {
        Object there = received[receiver];
        if (there == null) {
            return Collections.emptyIterator();
        }
        return there instanceof Several several ? (Iterator<M>) several.iterator() : IteratorUtils.of((M) there);
    }

    /** Drops the received messages; the sent ones can be received now. */
    void turn() {
        @Nullable Object[] empty = received;
        Arrays.fill(empty, null);
        received = sent;
        sent = empty;
    }

    /** Two messages or more. */
    private static final class Several {
        private @Nullable Object[] messages = new @Nullable Object[4];
        private int count = 2;

        Several(Object first, @Nullable Object second) {
            messages[0] = first;
            messages[1] = second;
        }

        void add(@Nullable Object message) {
            if (count == messages.length) {
                messages = Arrays.copyOf(messages, count * 2);
            }
            messages[count++] = message;
        }

        Iterator<@Nullable Object> iterator() {
            return Arrays.asList(messages).subList(0, count).iterator();
        }
    }
}
