package io.pragh.tinkerpop.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.census.NodeStatistics.Standing;
import io.pragh.history.Anomaly;
import io.pragh.history.Isolation;
import io.pragh.history.IsolationChecker;
import io.pragh.history.Outcome;
import io.pragh.history.RecordedTransaction;
import io.pragh.history.Step;
import io.pragh.tinkerpop.processes.LoadRecord.RegisterEvent;
import io.pragh.tinkerpop.processes.LoadRecord.StandingChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Judges the records of the nodes of a cluster under load. Immutable. */
final class Verdict {
    private final Map<Integer, LoadRecord> records;
    private final String run;

    /** Takes the records by node number; {@code run} says how to repeat the run. */
    Verdict(Map<Integer, LoadRecord> records, String run) {
        this.records = records;
        this.run = run;
    }

    /** Fails if a sum was wrong or a thread ended early. */
    void assertNothingFailed() {
        records.forEach((node, record) -> assertEquals(List.of(), record.failures(), "node " + node + ", " + run));
    }

    /** Fails if a call had to be repeated for another reason than a conflict. */
    void assertNoTroubles() {
        records.forEach((node, record) -> assertEquals(List.of(), record.troubles(), "node " + node + ", " + run));
    }

    int committed() {
        return (int)
                all().stream().filter(t -> t.outcome() == Outcome.COMMITTED).count();
    }

    long transfers() {
        return records.values().stream().mapToLong(r -> r.transfers().size()).sum();
    }

    /** The longest transaction over lists, with all its calls. */
    long longestMillis() {
        long longest =
                all().stream().mapToLong(t -> t.completed() - t.invoked()).max().orElse(0);
        return TimeUnit.NANOSECONDS.toMillis(longest);
    }

    private List<RecordedTransaction> all() {
        return records.values().stream().flatMap(r -> r.transactions().stream()).toList();
    }

    private static RecordedTransaction with(RecordedTransaction t, int id) {
        return new RecordedTransaction(id, t.process(), t.invoked(), t.completed(), t.outcome(), t.fresh(), t.steps());
    }

    /**
     * Fails unless the transactions have an order, each between its call and its answer, that explains all results.
     */
    void assertStrictlySerializable() {
        List<RecordedTransaction> numbered = new ArrayList<>();
        for (RecordedTransaction t : all()) {
            numbered.add(with(t, numbered.size()));
        }
        List<Anomaly> anomalies = IsolationChecker.check(numbered, Isolation.STRICT_SERIALIZABLE);
        assertTrue(
                anomalies.isEmpty(),
                () -> run + "\n" + anomalies.stream().map(Anomaly::toString).collect(Collectors.joining("\n")));
    }

    /**
     * Fails if a read returned an unwritten value, or an older one than was acknowledged, or read by any client,
     * before the read began.
     */
    void assertRegistersAreLinearizable() {
        Map<Integer, List<RegisterEvent>> byRegister = records.values().stream()
                .flatMap(r -> r.registers().stream())
                .collect(Collectors.groupingBy(RegisterEvent::register));
        byRegister.forEach((register, events) -> {
            List<RegisterEvent> known = events.stream()
                    .filter(RegisterEvent::acknowledged)
                    .sorted(Comparator.comparingLong(RegisterEvent::completed))
                    .toList();
            List<RegisterEvent> reads = events.stream()
                    .filter(e -> !e.write())
                    .sorted(Comparator.comparingLong(RegisterEvent::invoked))
                    .toList();
            int next = 0;
            long newest = 0;
            for (RegisterEvent read : reads) {
                while (next < known.size() && known.get(next).completed() < read.invoked()) {
                    newest = Math.max(newest, known.get(next++).value());
                }
                long atLeast = newest;
                assertTrue(read.value() >= atLeast, () -> read + " after " + atLeast + ", " + run);
                assertTrue(
                        read.value() == 0
                                || events.stream()
                                        .anyMatch(w -> w.write()
                                                && w.value() == read.value()
                                                && w.invoked() < read.completed()),
                        () -> read + " was never written, " + run);
            }
        });
    }

    /** When a node acknowledged its last write to a register, a list or an account. */
    long lastAcknowledged(int node) {
        LoadRecord record = records.get(node);
        LongStream lists = record.transactions().stream()
                .filter(t -> t.outcome() == Outcome.COMMITTED && writes(t))
                .mapToLong(RecordedTransaction::completed);
        LongStream registers = record.registers().stream()
                .filter(e -> e.write() && e.acknowledged())
                .mapToLong(RegisterEvent::completed);
        LongStream transfers = record.transfers().stream().mapToLong(Long::longValue);
        return LongStream.concat(lists, LongStream.concat(registers, transfers))
                .max()
                .orElseThrow();
    }

    private static boolean writes(RecordedTransaction t) {
        return t.steps().stream().anyMatch(Step.Append.class::isInstance);
    }

    /** When other nodes acknowledged the first write of a value whose home the victim had served. */
    long takenOver(int victim) {
        return others(victim)
                .flatMap(r -> r.registers().stream())
                .filter(e -> e.write() && e.acknowledged())
                .mapToLong(RegisterEvent::completed)
                .min()
                .orElseThrow();
    }

    private Stream<LoadRecord> others(int victim) {
        return records.entrySet().stream().filter(e -> e.getKey() != victim).map(Map.Entry::getValue);
    }

    /**
     * The longest time in which no transfer between accounts at the other nodes was acknowledged by one of these
     * nodes.
     */
    long longestPause(int victim, long from, long to) {
        List<Long> instants = new ArrayList<>(others(victim)
                .flatMap(r -> r.transfers().stream())
                .filter(t -> t > from && t < to)
                .sorted()
                .toList());
        instants.add(to);
        long last = from;
        long longest = 0;
        for (long instant : instants) {
            longest = Math.max(longest, instant - last);
            last = instant;
        }
        return longest;
    }

    /** When a node stopped taking updates, by its own record, and did not begin again. */
    long fenced(int node) {
        long fenced = Long.MAX_VALUE;
        for (StandingChange change : records.get(node).standings()) {
            boolean takesUpdates = change.standing() == Standing.MEMBER || change.standing() == Standing.DOUBTED;
            fenced = takesUpdates ? Long.MAX_VALUE : Math.min(fenced, change.at());
        }
        assertFalse(fenced == Long.MAX_VALUE, () -> "node " + node + " never stopped taking updates, " + run);
        return fenced;
    }

    /** Fails if a node acknowledged a write that was begun after this instant. */
    void assertNoWriteBegunAfter(int node, long instant) {
        LoadRecord record = records.get(node);
        List<Object> late = new ArrayList<>();
        record.transactions().stream()
                .filter(t -> t.outcome() == Outcome.COMMITTED && writes(t) && t.invoked() > instant)
                .forEach(late::add);
        record.registers().stream()
                .filter(e -> e.write() && e.acknowledged() && e.invoked() > instant)
                .forEach(late::add);
        assertEquals(List.of(), late, run);
    }
}
