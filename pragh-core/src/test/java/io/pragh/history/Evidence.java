package io.pragh.history;

import io.pragh.history.Anomaly.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Derives from the reads of a history which transactions happened, in which order each key's versions came, and which
 * single reads are wrong. One thread.
 */
// Elements are unique, so a list tells the writers and the order of its versions: all reads of a key must be prefixes
// of the longest one. A transaction of unknown outcome happened if a transaction that happened read an element of it,
// hence the queue.
final class Evidence {
    private static final int ANOMALIES_MAX = 20;

    private final List<RecordedTransaction> transactions;
    private final boolean[] happened;
    private final Queue<Integer> toObserve = new ArrayDeque<>();
    private final Map<Long, KeyVersions> keys = new LinkedHashMap<>();
    private final List<Anomaly> anomalies = new ArrayList<>();

    Evidence(List<RecordedTransaction> transactions) {
        this.transactions = transactions;
        this.happened = new boolean[transactions.size()];
        for (int t = 0; t < transactions.size(); t++) {
            noteAppends(t);
        }
        for (int t = 0; t < transactions.size(); t++) {
            if (transactions.get(t).outcome() == Outcome.COMMITTED) {
                happened[t] = true;
                toObserve.add(t);
            }
        }
        while (!toObserve.isEmpty()) {
            observe(toObserve.remove());
        }
        keys.forEach(this::compareReads);
        keys.forEach(this::compareAppends);
    }

    List<RecordedTransaction> transactions() {
        return transactions;
    }

    /** Whether a transaction is known to have committed. */
    boolean happened(int transaction) {
        return happened[transaction];
    }

    Map<Long, KeyVersions> keys() {
        return keys;
    }

    /** The anomalies of single reads; only the first few. */
    List<Anomaly> anomalies() {
        return anomalies;
    }

    private KeyVersions key(long key) {
        return keys.computeIfAbsent(key, k -> new KeyVersions());
    }

    private void noteAppends(int t) {
        List<Step> steps = transactions.get(t).steps();
        Map<Long, Long> last = new HashMap<>(4);
        for (Step step : steps) {
            if (step instanceof Step.Append append) {
                KeyVersions versions = key(append.key());
                if (!versions.written(append.element(), t)) {
                    throw new IllegalArgumentException("an element is appended once: " + transactions.get(t));
                }
                Long former = last.put(append.key(), append.element());
                if (former != null) {
                    versions.isIntermediate(former);
                }
            }
        }
    }

    /** Processes all reads of a transaction that happened. */
    private void observe(int t) {
        List<Step> steps = transactions.get(t).steps();
        for (int s = 0; s < steps.size(); s++) {
            if (steps.get(s) instanceof Step.Read read) {
                int length = withoutOwn(steps, s, read);
                if (length < 0) {
                    anomaly(Kind.INTERNAL, read + " does not end with the transaction's own appends", t);
                } else {
                    observe(t, s, read, length);
                }
            }
        }
    }

    /** The number of elements before the transaction's own appends, or -1 if the list does not end with these. */
    private static int withoutOwn(List<Step> steps, int index, Step.Read read) {
        long[] elements = read.elements();
        int length = elements.length;
        for (int s = index - 1; s >= 0; s--) {
            if (steps.get(s) instanceof Step.Append own && own.key() == read.key()) {
                if (length == 0 || elements[length - 1] != own.element()) {
                    return -1;
                }
                length--;
            }
        }
        return length;
    }

    private void observe(int t, int index, Step.Read read, int length) {
        List<Step> steps = transactions.get(t).steps();
        for (int s = 0; s < index; s++) {
            if (steps.get(s) instanceof Step.Read former && former.key() == read.key()) {
                int formerLength = withoutOwn(steps, s, former);
                if (formerLength >= 0
                        && !Arrays.equals(former.elements(), 0, formerLength, read.elements(), 0, length)) {
                    anomaly(Kind.INTERNAL, former + " and then " + read + " are not of one version", t);
                }
                return;
            }
        }
        KeyVersions versions = key(read.key());
        int known = versions.common(read.elements(), length);
        switch (versions.observe(t, read.elements(), length)) {
            case PREFIX -> {}
            case LONGER -> inspect(t, read, known, length, versions);
            case INCOMPATIBLE -> {
                anomaly(Kind.INCOMPATIBLE_ORDER, "of key " + read.key(), versions.longestReader(), t);
                inspect(t, read, known, length, versions);
            }
        }
    }

    /** Processes elements that no read has shown before. */
    private void inspect(int t, Step.Read read, int from, int length, KeyVersions versions) {
        for (int i = from; i < length; i++) {
            long element = read.elements()[i];
            int writer = versions.writer(element);
            if (versions.position(element) < i) {
                anomaly(Kind.DOUBLED_ELEMENT, "element " + element + " of key " + read.key() + " in " + read, t);
            }
            if (writer < 0) {
                anomaly(Kind.UNKNOWN_ELEMENT, "element " + element + " of key " + read.key() + " in " + read, t);
            } else if (transactions.get(writer).outcome() == Outcome.ABORTED) {
                anomaly(Kind.DIRTY_READ, "element " + element + " of key " + read.key(), writer, t);
            } else if (!happened[writer]) {
                happened[writer] = true;
                toObserve.add(writer);
            }
        }
    }

    /** Checks single reads once the order of versions is known. */
    private void compareReads(long key, KeyVersions versions) {
        Map<Integer, Integer> updaters = new HashMap<>();
        for (KeyVersions.Read read : versions.reads()) {
            int t = read.transaction();
            if (versions.endsInIntermediate(read.length())) {
                int writer = versions.writer(versions.order()[read.length() - 1]);
                if (writer != t) {
                    anomaly(Kind.INTERMEDIATE_READ, "of key " + key, writer, t);
                }
            }
            int own = ownPosition(t, key, versions);
            if (own < 0) {
                continue;
            }
            if (own < read.length()) {
                anomaly(Kind.INTERNAL, "it saw its own append to key " + key + " before it was made", t);
            }
            Integer other = updaters.putIfAbsent(read.length(), t);
            if (other != null) {
                String version = read.length() + " elements";
                anomaly(Kind.LOST_UPDATE, "both read key " + key + " with " + version + " and appended", other, t);
            }
        }
    }

    /**
     * Checks that a transaction's appends to a key are adjacent and in order, unless the longest read ends between
     * them.
     */
    private void compareAppends(long key, KeyVersions versions) {
        int last = -1;
        int expected = Integer.MAX_VALUE;
        for (Map.Entry<Long, Integer> append : versions.writers().entrySet()) {
            int t = append.getValue();
            int position = versions.position(append.getKey());
            if (t == last && position != expected && happened[t]) {
                anomaly(Kind.INTERNAL, "its appends to key " + key + " are not one after the other", t);
            }
            last = t;
            expected = position >= versions.order().length - 1 ? Integer.MAX_VALUE : position + 1;
        }
    }

    /**
     * The position of the first element that a transaction appended to a key: beyond all if it was never seen, -1 if
     * there is none.
     */
    private int ownPosition(int t, long key, KeyVersions versions) {
        for (Step step : transactions.get(t).steps()) {
            if (step instanceof Step.Append append && append.key() == key) {
                return versions.position(append.element());
            }
        }
        return -1;
    }

    private void anomaly(Kind kind, String what, int... concerned) {
        if (anomalies.size() >= ANOMALIES_MAX) {
            return;
        }
        StringBuilder text = new StringBuilder(what);
        List<Integer> numbers = new ArrayList<>();
        for (int t : concerned) {
            text.append("\n  ").append(transactions.get(t));
            numbers.add(transactions.get(t).id());
        }
        anomalies.add(new Anomaly(kind, text.toString(), numbers));
    }
}
