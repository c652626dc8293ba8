package io.pragh.core.store;

import io.pragh.core.base.WordList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers requests by client and sequence number, so that a repeated request is answered again but not executed
 * again (hole h11). A request names the smallest sequence number for which its client still waits: results below it
 * are forgotten, and requests below it are late copies, which are dropped. Any thread.
 */
public final class ExactlyOnce {
    /** The request is new: execute it, then call {@link #finish}. */
    public static final long NEW = Long.MIN_VALUE;
    /** The request is being executed: its reply will follow. */
    public static final long UNDER_WAY = Long.MIN_VALUE + 1;
    /** The client does not wait for the request any more: drop it. */
    public static final long LATE = Long.MIN_VALUE + 2;

    /** The number of clients that are remembered; beyond it, the client that was silent for longest is forgotten. */
    static final int CLIENTS_MAX = 65_536;

    private final LinkedHashMap<Long, Client> clients = new LinkedHashMap<>(16, 0.75f, true);

    private static final class Client {
        long outstanding;
        final Map<Long, Long> results = new HashMap<>();
        /** The reasons of failed requests, which are few. */
        final Map<Long, String> reasons = new HashMap<>();
    }

    /**
     * Looks up or enters a request: {@link #NEW}, {@link #UNDER_WAY}, {@link #LATE}, or the result given to
     * {@link #finish}.
     */
    public synchronized long begin(long client, long sequence, long outstanding) {
        Client known = clients.computeIfAbsent(client, c -> new Client());
        if (clients.size() > CLIENTS_MAX) {
            Iterator<Long> eldest = clients.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
        if (outstanding > known.outstanding) {
            known.outstanding = outstanding;
            known.results.keySet().removeIf(s -> s < outstanding);
            known.reasons.keySet().removeIf(s -> s < outstanding);
        }
        if (sequence < known.outstanding) {
            return LATE;
        }
        Long result = known.results.putIfAbsent(sequence, UNDER_WAY);
        return result == null ? NEW : result;
    }

    /** The reason of a failed request, as given to {@link #fail}; empty when it did not fail, or is forgotten. */
    public synchronized String reason(long client, long sequence) {
        Client known = clients.get(client);
        return known == null ? "" : known.reasons.getOrDefault(sequence, "");
    }

    /** Remembers that a request failed, and the reason. */
    public synchronized void fail(long client, long sequence, long result, String reason) {
        finish(client, sequence, result);
        Client known = clients.get(client);
        if (known != null && sequence >= known.outstanding) {
            known.reasons.put(sequence, reason);
        }
    }

    /** Writes down the results of all requests but those in progress. */
    public synchronized void describe(WordList description) {
        description.add(clients.size());
        clients.forEach((client, known) -> {
            description.add(client).add(known.outstanding);
            int count = description.size();
            description.add(0);
            known.results.forEach((sequence, result) -> {
                if (result != UNDER_WAY) {
                    description.add(sequence).add(result).add(known.reasons.getOrDefault(sequence, ""));
                    description.set(count, description.get(count) + 1);
                }
            });
        });
    }

    /** Adds the results that another node has described. */
    public synchronized void add(WordList description) {
        for (long count = description.next(); count > 0; count--) {
            Client known = clients.computeIfAbsent(description.next(), c -> new Client());
            known.outstanding = Math.max(known.outstanding, description.next());
            for (long results = description.next(); results > 0; results--) {
                long sequence = description.next();
                long result = description.next();
                String reason = description.nextText();
                if (sequence >= known.outstanding
                        && known.results.putIfAbsent(sequence, result) == null
                        && !reason.isEmpty()) {
                    known.reasons.put(sequence, reason);
                }
            }
        }
    }

    /** Remembers the result of a request. */
    public synchronized void finish(long client, long sequence, long result) {
        Client known = clients.get(client);
        if (known != null && sequence >= known.outstanding) {
            known.results.put(sequence, result);
        }
    }
}
