package io.pragh.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The reference store: lists with versions in the memory of one process, every commit at one moment. It guarantees
 * its {@link Isolation} unless faults are put in; some commits go unanswered and happen later or never. Any thread.
 */
final class ModelLists implements ListStore {
    private static final int UNANSWERED_ONE_IN = 25;
    private static final int FAULTY_ONE_IN = 4;

    private final Isolation level;
    private final Set<Fault> faults;
    private final SplittableRandom random;
    private final Map<Long, NavigableMap<Long, long[]>> versions = new HashMap<>();
    private final Map<Integer, Long> seenBy = new HashMap<>();
    private final List<ModelAttempt> unanswered = new ArrayList<>();
    private long now;

    /** A fault of this store, which shows sometimes or always. */
    enum Fault {
        /** A key that was read and not written may have changed before the commit. */
        NO_VALIDATION,
        /** A key that was read and written may have changed before the commit. */
        NO_VERSION_CHECK,
        /** Reads return the newest version instead of the snapshot's, and are not validated. */
        READS_NEWEST,
        /** Snapshots are sometimes older than acknowledged commits. */
        OLD_SNAPSHOT,
        /** Sometimes one append of a commit is forgotten. */
        LOSES_APPEND,
        /** Sometimes an append goes in twice. */
        DOUBLES_APPEND,
        /** Sometimes an append goes in before the last element instead of after it. */
        SWAPS_APPEND,
        /** Sometimes an aborted transaction takes effect. */
        PUBLISHES_ABORTED,
        /** Reads do not show the transaction's own appends. */
        HIDES_OWN
    }

    ModelLists(Isolation level, Set<Fault> faults, long seed) {
        this.level = level;
        this.faults = faults;
        this.random = new SplittableRandom(seed);
    }

    @Override
    public synchronized Attempt begin(int process, Intent intent) {
        if (!unanswered.isEmpty() && random.nextInt(8) == 0) {
            unanswered.remove(random.nextInt(unanswered.size())).publishIfValid();
        }
        long snapshot = strikes(Fault.OLD_SNAPSHOT) ? Math.max(0, now - 1 - random.nextInt(3)) : now;
        if (intent == Intent.CACHED_READ) {
            snapshot = Math.max(seenBy.getOrDefault(process, 0L), now - random.nextInt(4));
        }
        seenBy.merge(process, snapshot, Math::max);
        return new ModelAttempt(process, snapshot);
    }

    private boolean strikes(Fault fault) {
        return faults.contains(fault) && random.nextInt(FAULTY_ONE_IN) == 0;
    }

    private NavigableMap<Long, long[]> versions(long key) {
        return versions.computeIfAbsent(key, k -> new TreeMap<>(Map.of(0L, new long[0])));
    }

    private static long[] with(long[] list, long element) {
        long[] longer = Arrays.copyOf(list, list.length + 1);
        longer[list.length] = element;
        return longer;
    }

    private final class ModelAttempt implements Attempt {
        private final int process;
        private final long snapshot;
        private final Map<Long, Long> seen = new LinkedHashMap<>();
        private final Map<Long, List<Long>> appends = new LinkedHashMap<>();

        private ModelAttempt(int process, long snapshot) {
            this.process = process;
            this.snapshot = snapshot;
        }

        @Override
        public long[] read(long key) {
            synchronized (ModelLists.this) {
                NavigableMap<Long, long[]> all = versions(key);
                Map.Entry<Long, long[]> version =
                        faults.contains(Fault.READS_NEWEST) ? all.lastEntry() : all.floorEntry(snapshot);
                seen.put(key, version.getKey());
                long[] list = version.getValue();
                if (!faults.contains(Fault.HIDES_OWN)) {
                    for (long own : appends.getOrDefault(key, List.of())) {
                        list = with(list, own);
                    }
                }
                return list;
            }
        }

        @Override
        public void append(long key, long element) {
            appends.computeIfAbsent(key, k -> new ArrayList<>()).add(element);
        }

        @Override
        public Outcome commit() {
            synchronized (ModelLists.this) {
                if (!appends.isEmpty() && random.nextInt(UNANSWERED_ONE_IN) == 0) {
                    unanswered.add(this);
                    return Outcome.UNKNOWN;
                }
                if (!publishIfValid()) {
                    return Outcome.ABORTED;
                }
                seenBy.merge(process, appends.isEmpty() ? 0 : now, Math::max);
                return Outcome.COMMITTED;
            }
        }

        @Override
        public void rollback() {
            synchronized (ModelLists.this) {
                if (strikes(Fault.PUBLISHES_ABORTED)) {
                    publish();
                }
            }
        }

        private boolean publishIfValid() {
            if (!isValid()) {
                return false;
            }
            publish();
            return true;
        }

        /**
         * Whether the transaction may commit; one that writes nothing is as old as its snapshot, and always valid.
         */
        private boolean isValid() {
            if (appends.isEmpty()) {
                return true;
            }
            boolean readsHold = seen.entrySet().stream().allMatch(read -> {
                boolean written = appends.containsKey(read.getKey());
                boolean checked = written
                        ? !faults.contains(Fault.NO_VERSION_CHECK)
                        : level.serializable()
                                && !faults.contains(Fault.NO_VALIDATION)
                                && !faults.contains(Fault.READS_NEWEST);
                return !checked || versions(read.getKey()).lastKey().equals(read.getValue());
            });
            boolean firstToCommit = level.serializable()
                    || appends.keySet().stream().allMatch(key -> versions(key).lastKey() <= snapshot);
            return readsHold && firstToCommit;
        }

        private void publish() {
            now++;
            appends.forEach((key, elements) -> {
                if (!strikes(Fault.LOSES_APPEND)) {
                    long[] list = versions(key).lastEntry().getValue();
                    for (long element : elements) {
                        list = with(list, element);
                    }
                    versions(key).put(now, spoiled(list));
                }
            });
        }

        private long[] spoiled(long[] list) {
            if (strikes(Fault.DOUBLES_APPEND)) {
                return with(list, list[list.length - 1]);
            }
            if (list.length > 1 && strikes(Fault.SWAPS_APPEND)) {
                long[] swapped = list.clone();
                swapped[list.length - 1] = list[list.length - 2];
                swapped[list.length - 2] = list[list.length - 1];
                return swapped;
            }
            return list;
        }
    }
}
