package io.pragh.history;

import io.pragh.history.ListStore.AttemptFailedException;
import io.pragh.history.ListStore.Intent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Random transactions of one to four steps over a few hot lists. A list that has grown long is replaced by a new one,
 * so that a run's records grow no faster than the run. Any thread; a {@link Client} belongs to one.
 */
public final class ListWorkload {
    private static final int STEPS_MAX = 4;
    private static final int ROLLBACK_ONE_IN = 20;
    private static final int APPENDS_PER_LIST = 64;

    private final ListStore store;
    private final Keys keys;
    private final AtomicIntegerArray appends;
    private boolean appendsOnce;
    private final TransactionHistory history;
    private final AtomicLong elements;
    private final AtomicInteger[] ends = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};

    /** Gives the keys of lists. */
    @FunctionalInterface
    public interface Keys {
        /** The generation-th list of a slot, that is of a place for a hot list. */
        long key(int slot, int generation);
    }

    /** A workload over lists in so many slots. */
    public ListWorkload(ListStore store, int slots, Keys keys) {
        this(store, slots, keys, new TransactionHistory(), 0);
    }

    /**
     * A workload that is part of a larger one: it records into {@code history}, and appends elements above
     * {@code firstElement}.
     */
    public ListWorkload(ListStore store, int slots, Keys keys, TransactionHistory history, long firstElement) {
        this.history = history;
        this.elements = new AtomicLong(firstElement);
        this.store = store;
        this.keys = keys;
        this.appends = new AtomicIntegerArray(slots);
    }

    /**
     * Lets a transaction append to a list at most once. Then the elements of a list of several blocks are in the
     * order of their commits: a block without room for one element has no room for another one either. Called before
     * the first client is made.
     */
    public void appendOnceEach(boolean once) {
        appendsOnce = once;
    }

    /** The recorded history. */
    public TransactionHistory history() {
        return history;
    }

    /** A client that runs transactions, one at a time. */
    public Client client(int process, SplittableRandom random) {
        return new Client(process, random);
    }

    /** The hot list of a slot now. */
    public long hotKey(int slot) {
        return keys.key(slot, appends.get(slot) / APPENDS_PER_LIST);
    }

    /** All lists that were hot so far. */
    public long[] allKeys() {
        return IntStream.range(0, appends.length())
                .mapToObj(slot -> IntStream.rangeClosed(0, appends.get(slot) / APPENDS_PER_LIST)
                        .mapToLong(generation -> keys.key(slot, generation)))
                .flatMapToLong(lists -> lists)
                .toArray();
    }

    /**
     * Lets processes take turns at random until so many transactions have begun, and then reads all lists. One
     * thread.
     */
    public void interleave(int processes, int transactions, SplittableRandom random) {
        List<Client> all = new ArrayList<>();
        for (int p = 0; p < processes; p++) {
            all.add(client(p, random.split()));
        }
        int begun = 0;
        while (begun < transactions) {
            Client client = all.get(random.nextInt(processes));
            begun += client.idle() ? 1 : 0;
            client.step();
        }
        for (Client client : all) {
            while (!client.idle()) {
                client.step();
            }
        }
        readAll(processes, allKeys());
    }

    /** Reads lists in one transaction, which shows what is missing in them; false when it failed. */
    public boolean readAll(int process, long... lists) {
        TransactionHistory.Recording recording = history.begin(process);
        try {
            ListStore.Attempt attempt = store.begin(process, Intent.READ);
            LongStream.of(lists).forEach(key -> recording.read(key, attempt.read(key)));
            end(recording, attempt.commit());
            return true;
        } catch (AttemptFailedException failed) {
            recording.aborted();
            return false;
        }
    }

    /** The number of transactions with this outcome. */
    public int ended(Outcome outcome) {
        return counter(outcome).get();
    }

    private AtomicInteger counter(Outcome outcome) {
        return switch (outcome) {
            case COMMITTED -> ends[0];
            case ABORTED -> ends[1];
            case UNKNOWN -> ends[2];
        };
    }

    private void end(TransactionHistory.Recording recording, Outcome outcome) {
        switch (outcome) {
            case COMMITTED -> recording.committed();
            case ABORTED -> recording.aborted();
            case UNKNOWN -> recording.unknown();
        }
        counter(outcome).incrementAndGet();
    }

    @Override
    public String toString() {
        return "committed=" + ends[0] + " aborted=" + ends[1] + " unknown=" + ends[2];
    }

    /** A client. One thread. */
    public final class Client {
        private final int process;
        private final SplittableRandom random;
        private final Set<Long> appended = new HashSet<>();
        private TransactionHistory.@Nullable Recording recording;
        private ListStore.@Nullable Attempt attempt;
        private Intent intent = Intent.UPDATE;
        private int stepsLeft;

        private Client(int process, SplittableRandom random) {
            this.process = process;
            this.random = random;
        }

        /** Whether no transaction is open. */
        public boolean idle() {
            return attempt == null;
        }

        /** Begins a transaction, makes its next step, or ends it. */
        public void step() {
            ListStore.Attempt open = attempt;
            TransactionHistory.Recording record = recording;
            if (open == null || record == null) {
                begin();
                return;
            }
            if (stepsLeft-- > 0) {
                try {
                    touch(open, record);
                } catch (AttemptFailedException failed) {
                    rollback(open, record);
                }
            } else if (random.nextInt(ROLLBACK_ONE_IN) == 0) {
                rollback(open, record);
            } else {
                attempt = null;
                end(record, open.commit());
            }
        }

        private void begin() {
            int choice = random.nextInt(16);
            intent = choice < 2
                    ? Intent.CACHED_READ
                    : choice < 4 ? Intent.READ : choice < 6 ? Intent.LOCKING_UPDATE : Intent.UPDATE;
            recording = intent == Intent.CACHED_READ ? history.beginCached(process) : history.begin(process);
            try {
                attempt = store.begin(process, intent);
            } catch (AttemptFailedException failed) {
                end(recording, Outcome.ABORTED);
            }
            stepsLeft = 1 + random.nextInt(STEPS_MAX);
            appended.clear();
        }

        private void touch(ListStore.Attempt open, TransactionHistory.Recording record) {
            int slot = random.nextInt(appends.length());
            long key = hotKey(slot);
            boolean appendsNow = intent.writes() && random.nextBoolean() && !(appendsOnce && appended.contains(key));
            if (appendsNow) {
                long element = elements.incrementAndGet();
                record.append(key, element);
                open.append(key, element);
                appended.add(key);
                appends.incrementAndGet(slot);
            } else {
                record.read(key, open.read(key));
            }
        }

        private void rollback(ListStore.Attempt open, TransactionHistory.Recording record) {
            attempt = null;
            open.rollback();
            end(record, Outcome.ABORTED);
        }
    }
}
