package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.history.Anomaly;
import io.pragh.history.Isolation;
import io.pragh.history.IsolationChecker;
import io.pragh.history.ListStore;
import io.pragh.history.ListWorkload;
import io.pragh.history.Outcome;
import io.pragh.history.RecordedTransaction;
import io.pragh.history.Step;
import io.pragh.history.TransactionHistory;
import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.StringTokenizer;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Records transactions over lists in processes that are killed, so that the record outlives them: a line before each
 * commit says what it will do, and a line after it how it ended. Instants are of the machine's clock, which its
 * processes share. Stateless.
 */
// A transaction without a line has not asked to commit, and cannot have taken effect. One without a second line may
// have taken effect or not.
final class KeptHistory {
    private static final int SLOTS = 3;
    private static final long GENERATIONS_MAX = 1_000_000;
    private static final int LIFE_BITS = 32;
    private static final String BEFORE = "before";
    private static final String AFTER = "after";
    private static final String READ = "r";
    private static final String APPEND = "a";

    private KeptHistory() {}

    /**
     * Starts clients, which end their last transactions when they are stopped; {@code life} is a number that no other
     * process with a record in the folder has had.
     */
    static List<Thread> start(PraghGraph graph, Path folder, int life, int clients, BooleanSupplier stopped)
            throws IOException {
        KeptLists lists = new KeptLists(graph);
        long[] begun = new long[SLOTS];
        for (int slot = 0; slot < SLOTS; slot++) {
            while (lists.exists(key(slot, begun[slot] + 1))) {
                begun[slot]++;
            }
        }
        Files.createDirectories(folder);
        List<Recorder> recorders = new ArrayList<>();
        ListStore all = (client, intent) -> recorders.get(client).begin(intent);
        ListWorkload workload = new ListWorkload(
                all,
                SLOTS,
                (slot, generation) -> key(slot, begun[slot] + generation),
                new TransactionHistory(),
                (long) life << LIFE_BITS);
        SplittableRandom random = new SplittableRandom(life);
        for (int i = 0; i < clients; i++) {
            recorders.add(new Recorder(lists, Files.newOutputStream(folder.resolve(life + "-" + i))));
        }
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            ListWorkload.Client client = workload.client(i, random.split());
            Runnable always = () -> {
                while (!stopped.getAsBoolean() || !client.idle()) {
                    client.step();
                }
            };
            threads.add(new Thread(always, "lists-" + i));
        }
        threads.forEach(Thread::start);
        return threads;
    }

    private static long key(int slot, long generation) {
        return slot * GENERATIONS_MAX + generation;
    }

    /** The record of one client. One thread. */
    private static final class Recorder {
        private final ListStore lists;
        private final OutputStream record;

        Recorder(ListStore lists, OutputStream record) {
            this.lists = lists;
            this.record = record;
        }

        ListStore.Attempt begin(ListStore.Intent intent) {
            StringBuilder line = new StringBuilder(BEFORE).append(' ').append(System.nanoTime());
            ListStore.Attempt attempt = lists.begin(0, intent);
            return new ListStore.Attempt() {
                @Override
                public long[] read(long key) {
                    long[] elements = attempt.read(key);
                    line.append(' ')
                            .append(READ)
                            .append(' ')
                            .append(key)
                            .append(' ')
                            .append(elements.length);
                    LongStream.of(elements).forEach(element -> line.append(' ').append(element));
                    return elements;
                }

                @Override
                public void append(long key, long element) {
                    attempt.append(key, element);
                    line.append(' ')
                            .append(APPEND)
                            .append(' ')
                            .append(key)
                            .append(' ')
                            .append(element);
                }

                @Override
                public Outcome commit() {
                    write(line.toString());
                    Outcome outcome = attempt.commit();
                    write(AFTER + " " + System.nanoTime() + " " + outcome);
                    return outcome;
                }

                @Override
                public void rollback() {
                    attempt.rollback();
                }
            };
        }

        /**
         * Writes by one system call, so that the system has the line when this returns, even if the process is
         * killed.
         */
        private void write(String line) {
            try {
                record.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (IOException full) {
                throw new UncheckedIOException(full);
            }
        }
    }

    /**
     * Reads all lists of a graph that has no other users any more, and fails unless all records together are strictly
     * serializable. Returns the number of committed transactions.
     */
    static long check(PraghGraph graph, Path folder, String what) throws IOException {
        List<RecordedTransaction> all = new ArrayList<>();
        List<Path> records;
        try (Stream<Path> files = Files.list(folder)) {
            records = files.sorted().toList();
        }
        for (int process = 0; process < records.size(); process++) {
            read(records.get(process), process, all);
        }
        long committed =
                all.stream().filter(t -> t.outcome() == Outcome.COMMITTED).count();
        long invoked = System.nanoTime();
        List<Step> reads = new ArrayList<>();
        KeptLists lists = new KeptLists(graph);
        ListStore.Attempt last = lists.begin(0, ListStore.Intent.READ);
        all.stream()
                .flatMap(t -> t.steps().stream())
                .map(Step::key)
                .distinct()
                .forEach(key -> reads.add(new Step.Read(key, last.read(key))));
        assertEquals(Outcome.COMMITTED, last.commit(), what);
        all.add(new RecordedTransaction(
                all.size(), records.size(), invoked, System.nanoTime(), Outcome.COMMITTED, true, reads));
        List<Anomaly> anomalies = IsolationChecker.check(all, Isolation.STRICT_SERIALIZABLE);
        assertTrue(
                anomalies.isEmpty(),
                () -> what + "\n" + anomalies.stream().map(Anomaly::toString).collect(Collectors.joining("\n")));
        return committed;
    }

    private static void read(Path record, int process, List<RecordedTransaction> into) throws IOException {
        String text = Files.readString(record);
        List<String> lines =
                text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            StringTokenizer before = new StringTokenizer(lines.get(i));
            assertEquals(BEFORE, before.nextToken());
            long invoked = Long.parseLong(before.nextToken());
            List<Step> steps = new ArrayList<>();
            while (before.hasMoreTokens()) {
                steps.add(step(before));
            }
            long completed = Long.MAX_VALUE;
            Outcome outcome = Outcome.UNKNOWN;
            if (i + 1 < lines.size()) {
                StringTokenizer after = new StringTokenizer(lines.get(++i));
                assertEquals(AFTER, after.nextToken());
                completed = Long.parseLong(after.nextToken());
                outcome = Outcome.valueOf(after.nextToken());
            }
            into.add(new RecordedTransaction(into.size(), process, invoked, completed, outcome, true, steps));
        }
    }

    private static Step step(StringTokenizer words) {
        boolean isRead = words.nextToken().equals(READ);
        long key = Long.parseLong(words.nextToken());
        long number = Long.parseLong(words.nextToken());
        return isRead
                ? new Step.Read(
                        key,
                        LongStream.range(0, number)
                                .map(i -> Long.parseLong(words.nextToken()))
                                .toArray())
                : new Step.Append(key, number);
    }
}
