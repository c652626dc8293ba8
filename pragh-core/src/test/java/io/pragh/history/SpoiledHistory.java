package io.pragh.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Changes one place of a correct history so that it is certainly wrong. Immutable. */
final class SpoiledHistory {
    private final List<RecordedTransaction> transactions;
    private final Map<Long, Integer> writers = new HashMap<>();

    SpoiledHistory(List<RecordedTransaction> transactions) {
        this.transactions = transactions;
        for (int t = 0; t < transactions.size(); t++) {
            for (Step step : transactions.get(t).steps()) {
                if (step instanceof Step.Append append) {
                    writers.put(append.element(), t);
                }
            }
        }
    }

    /** Swaps two neighbours in one read; the other reads of this list show the right order. */
    Optional<List<RecordedTransaction>> swapped(SplittableRandom random) {
        return changeOneRead(random, this::mayBeSpoiled, (t, elements) -> {
            if (elements.length < 2) {
                return null;
            }
            long[] changed = elements.clone();
            int i = random.nextInt(elements.length - 1);
            changed[i] = elements[i + 1];
            changed[i + 1] = elements[i];
            return changed;
        });
    }

    /** Doubles an element in a read. */
    Optional<List<RecordedTransaction>> doubled(SplittableRandom random) {
        return changeOneRead(random, this::mayBeSpoiled, (t, elements) -> {
            if (elements.length == 0) {
                return null;
            }
            long[] changed = Arrays.copyOf(elements, elements.length + 1);
            changed[elements.length] = elements[random.nextInt(elements.length)];
            return changed;
        });
    }

    /** Removes from a read an append that was acknowledged before its transaction began. */
    Optional<List<RecordedTransaction>> stale(SplittableRandom random) {
        return changeOneRead(random, this::mayBeSpoiled, (t, elements) -> {
            int length = random.nextInt(elements.length + 1);
            boolean missing = Arrays.stream(elements, length, elements.length).anyMatch(e -> {
                RecordedTransaction writer = transactions.get(writers.getOrDefault(e, -1));
                return transactions.get(t).fresh()
                        && writer.outcome() == Outcome.COMMITTED
                        && writer.completed() < transactions.get(t).invoked();
            });
            return missing ? Arrays.copyOf(elements, length) : null;
        });
    }

    /** Removes from all reads an append that was acknowledged before the last transaction began. */
    Optional<List<RecordedTransaction>> lost(SplittableRandom random) {
        RecordedTransaction last = transactions.get(transactions.size() - 1);
        long[] candidates = last.steps().stream()
                .flatMapToLong(
                        step -> step instanceof Step.Read read ? Arrays.stream(read.elements()) : LongStream.of())
                .filter(e -> transactions.get(writers.getOrDefault(e, -1)).outcome() == Outcome.COMMITTED)
                .toArray();
        if (candidates.length == 0) {
            return Optional.empty();
        }
        long gone = candidates[random.nextInt(candidates.length)];
        List<RecordedTransaction> changed = new ArrayList<>();
        for (RecordedTransaction transaction : transactions) {
            List<Step> steps = new ArrayList<>();
            for (Step step : transaction.steps()) {
                steps.add(step instanceof Step.Read read ? without(read, gone) : step);
            }
            changed.add(with(transaction, steps));
        }
        return Optional.of(changed);
    }

    /** Marks a transaction as aborted whose writes were read. */
    Optional<List<RecordedTransaction>> dirty(SplittableRandom random) {
        List<RecordedTransaction> changed = new ArrayList<>(transactions);
        RecordedTransaction last = transactions.get(transactions.size() - 1);
        for (Step step : last.steps()) {
            if (step instanceof Step.Read read && read.elements().length > 0) {
                long element = read.elements()[random.nextInt(read.elements().length)];
                int writer = writers.getOrDefault(element, -1);
                RecordedTransaction t = transactions.get(writer);
                changed.set(
                        writer,
                        new RecordedTransaction(
                                t.id(),
                                t.process(),
                                t.invoked(),
                                t.completed(),
                                Outcome.ABORTED,
                                t.fresh(),
                                t.steps()));
                return Optional.of(changed);
            }
        }
        return Optional.empty();
    }

    /**
     * Whether a transaction may be changed: not the last one, whose reads of all lists show the truth, and only one
     * whose reads certainly count.
     */
    private boolean mayBeSpoiled(int t) {
        return t < transactions.size() - 1 && transactions.get(t).outcome() == Outcome.COMMITTED;
    }

    private interface Candidate {
        boolean test(int transaction);
    }

    private Optional<List<RecordedTransaction>> changeOneRead(
            SplittableRandom random, Candidate candidate, BiFunction<Integer, long[], long @Nullable []> change) {
        int start = random.nextInt(transactions.size());
        for (int i = 0; i < transactions.size(); i++) {
            int t = (start + i) % transactions.size();
            List<Step> steps = transactions.get(t).steps();
            for (int s = 0; candidate.test(t) && s < steps.size(); s++) {
                if (steps.get(s) instanceof Step.Read read) {
                    long @Nullable [] changed = change.apply(t, read.elements());
                    if (changed != null) {
                        return Optional.of(replaced(t, s, new Step.Read(read.key(), changed)));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private List<RecordedTransaction> replaced(int t, int s, Step step) {
        List<Step> steps = new ArrayList<>(transactions.get(t).steps());
        steps.set(s, step);
        List<RecordedTransaction> changed = new ArrayList<>(transactions);
        changed.set(t, with(transactions.get(t), steps));
        return changed;
    }

    private static Step without(Step.Read read, long gone) {
        return new Step.Read(
                read.key(),
                Arrays.stream(read.elements()).filter(e -> e != gone).toArray());
    }

    private static RecordedTransaction with(RecordedTransaction t, List<Step> steps) {
        return new RecordedTransaction(
                t.id(), t.process(), t.invoked(), t.completed(), t.outcome(), t.fresh(), List.copyOf(steps));
    }
}
