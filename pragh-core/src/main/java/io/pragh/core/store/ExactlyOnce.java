package io.pragh.core.store;

import io.pragh.core.base.WordList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers requests by client and sequence number, so that one that is sent again is answered again and not done again (hole h11).
 * A request names the smallest number its client still waits for: results below it are forgotten, and requests below it are late
 * copies that nobody waits for. Any thread.
 */
public final class ExactlyOnce {
    /** The request is new: do it, then {@link #finish}. */
    public static final long NEW = Long.MIN_VALUE;
    /** The request is being done: its reply will come. */
    public static final long UNDER_WAY = Long.MIN_VALUE + 1;
    /** Nobody waits for this any more: drop it. */
    public static final long LATE = Long.MIN_VALUE + 2;

    /** Clients that are remembered at most; the one silent for longest is forgotten. */
    static final int CLIENTS_MAX = 65_536;

    private final LinkedHashMap<Long, Client> clients = new LinkedHashMap<>(16, 0.75f, true);

    private static final class Client {
        long outstanding;
        final Map<Long, Long> results = new HashMap<>();
        /** Why requests failed; few do. */
        final Map<Long, String> reasons = new HashMap<>();
    }

    /** {@link #NEW}, {@link #UNDER_WAY}, {@link #LATE}, or the result given to {@link #finish}. */
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

    /** Why a request failed, in the words given to {@link #fail}; empty when it did not, or is forgotten. */
    public synchronized String reason(long client, long sequence) {
        Client known = clients.get(client);
        return known == null ? "" : known.reasons.getOrDefault(sequence, "");
    }

    /** Remembers that a request failed, and why. */
    public synchronized void fail(long client, long sequence, long result, String reason) {
        finish(client, sequence, result);
        Client known = clients.get(client);
        if (known != null && sequence >= known.outstanding) {
            known.reasons.put(sequence, reason);
        }
    }

    /** Writes down how requests ended, but for those under way. */
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

    /** Remembers what another node has described as well. */
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

    /** Remembers how a request ended. */
    public synchronized void finish(long client, long sequence, long result) {
        Client known = clients.get(client);
        if (known != null && sequence >= known.outstanding) {
            known.results.put(sequence, result);
        }
    }
}
