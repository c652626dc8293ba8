package io.pragh.core.txn.home;

import io.pragh.core.address.RollWord;
import io.pragh.core.api.Update;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.store.Partition;
import io.pragh.core.store.ValueOperations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The order in which one {@link Participant} or {@link DirectCommit} holds its keys: by home, then by key. Leaves out
 * claims that other values imply ({@link io.pragh.core.api.ValueOperation#isImplied}), and adds the updates that
 * follow from created values ({@link io.pragh.core.api.ValueOperation#onCreation}). One thread at a time.
 */
// Once the graph has lost values with a node, a present value implies nothing, because the values that belong with it
// may be lost. Then implied claims are held as well, and the updates that follow from a creation are made for present
// values, too.
final class ClaimOrder {
    /** Consequences by key; those of one key in their order of arrival. */
    private static final Comparator<Consequence> BY_KEY = (one, other) -> {
        int keys = Long.compareUnsigned(one.update.key(), other.update.key());
        return keys == 0 ? Integer.compare(one.number, other.number) : keys;
    };

    /** A commit with fewer keys does not announce them to the key tables. */
    private static final int KEYS_HELD_MIN = 64;

    private final TransactionHome home;
    private final ValueOperations operations;
    private final PrepareRequest request;
    private final List<Partition> homes;
    private final LongPredicate there = this::isThere;
    /** A roll is never held: rolls are signed when all keys are held. */
    private final List<Claim> rolls;

    private final List<Claim> keys;
    /** Number of keys that are held or need not be. */
    private int next;

    /** The keys that are held; beside them, whether each had a value. */
    private long[] heldKeys;

    private boolean[] hadValue;
    private int held;
    /** Index of the first held key at the current home. */
    private int homeBegin;

    private @Nullable Partition at;
    private @Nullable Claim current;

    /** Consequences that are still to be held, in the order of keys. */
    private final PriorityQueue<Consequence> consequences = new PriorityQueue<>(1, BY_KEY);

    private boolean again;
    /** Number of updates that have followed from others. */
    private int followed;

    /** Pairs: a claim of the request, and the claim made here that follows from it or extends it. */
    private final List<Claim> made = new ArrayList<>(0);

    /** Claims on keys that were read and need not be held. */
    private final List<Claim> impliedReads = new ArrayList<>(0);

    /** An update, the claim that it follows from, and the number of updates that have followed before it. */
    private record Consequence(Update update, Claim cause, int number) {}

    /** Orders the claims of a request at these homes. */
    ClaimOrder(TransactionHome home, List<Partition> homes, PrepareRequest request) {
        this.home = home;
        this.operations = home.operations();
        this.homes = homes;
        this.request = request;
        this.rolls = new ArrayList<>(homes.size());
        this.keys = new ArrayList<>(request.claims().size());
        for (Claim claim : request.claims()) {
            (RollWord.isRoll(claim.key()) ? rolls : keys).add(claim);
        }
        this.heldKeys = new long[keys.size()];
        this.hadValue = new boolean[keys.size()];
    }

    /**
     * Makes room in the key tables for the keys of a large commit, before the first key is held. Cost: one look-up
     * per key, if the commit is large compared with a home.
     */
    void makeRoom() {
        int from = keys.size() < KEYS_HELD_MIN ? keys.size() : 0;
        while (from < keys.size()) {
            Partition home = homeOf(keys.get(from).key());
            int to = from + 1;
            while (to < keys.size() && homeOf(keys.get(to).key()).id() == home.id()) {
                to++;
            }
            if (!home.table().takesHeld(to - from)) {
                home.table()
                        .expectHeld(keys.subList(from, to).stream()
                                .filter(claim -> home.table().find(claim.key()) == 0)
                                .count());
            }
            from = to;
        }
    }

    /** Claims that sign rolls. */
    List<Claim> rolls() {
        return rolls;
    }

    /** The home of a key of the request. */
    Partition homeOf(long key) {
        if (homes.size() == 1) {
            return homes.get(0);
        }
        int id = home.homeOf(key);
        for (Partition each : homes) {
            if (each.id() == id) {
                return each;
            }
        }
        throw new IllegalStateException("claims are of the transaction's homes: key=0x" + Long.toHexString(key));
    }

    /**
     * The claim that is to be held next, at {@link #at}; null when all are held. The caller reports success by
     * {@link #held}.
     */
    @Nullable
    Claim next() {
        Claim claim = following();
        while (claim != null && isImplied(claim)) {
            claim = following();
        }
        current = claim;
        return claim;
    }

    /** The home of the claim that {@link #next} has returned last. */
    Partition at() {
        Partition last = at;
        if (last == null) {
            throw new IllegalStateException("no claim has been given yet");
        }
        return last;
    }

    /** Notes that the claim returned by {@link #next} is held, and whether its key had a value on this node. */
    void held(boolean value) {
        Claim claim = current;
        if (claim == null) {
            throw new IllegalStateException("no claim has been given that is not held");
        }
        if (held == heldKeys.length) {
            heldKeys = Arrays.copyOf(heldKeys, 2 * held);
            hadValue = Arrays.copyOf(hadValue, 2 * held);
        }
        heldKeys[held] = claim.key();
        hadValue[held++] = value;
        if (!value || home.hasLost()) {
            follow(claim);
        }
    }

    /** Notes that the commit is replayed from the log: the claims include the consequences of the first run. */
    void doneAgain() {
        again = true;
    }

    private void follow(Claim claim) {
        if (again) {
            return;
        }
        for (int i = 0; i < claim.updates().size(); i++) {
            Update update = operations.onCreation(claim.updates().get(i));
            if (update != null) {
                consequences.add(new Consequence(update, claim, followed++));
            }
        }
    }

    private @Nullable Claim following() {
        Claim requested = next == keys.size() ? null : keys.get(next);
        Partition requestedAt = requested == null ? null : homeOf(requested.key());
        boolean sameHome = at != null && requestedAt != null && at.id() == requestedAt.id();
        if (!consequences.isEmpty()) {
            Claim claim = consequence(sameHome ? requested : null);
            if (claim != null) {
                next += sameHome && requested != null && claim.key() == requested.key() ? 1 : 0;
                return claim;
            }
        }
        if (requested != null) {
            next++;
            homeBegin = sameHome ? homeBegin : held;
            at = requestedAt;
        }
        return requested;
    }

    /**
     * The claim for the next key with consequences, if it is not behind {@code limit}; else null. It includes the
     * updates of {@code limit} when that has the same key.
     */
    private @Nullable Claim consequence(@Nullable Claim limit) {
        Consequence first = consequences.element();
        long key = first.update.key();
        if (limit != null && Long.compareUnsigned(key, limit.key()) > 0) {
            return null;
        }
        Claim own = limit != null && limit.key() == key ? limit : null;
        List<Update> updates = new ArrayList<>(own == null ? List.of() : own.updates());
        for (Consequence each = first; each != null && each.update.key() == key; each = consequences.peek()) {
            updates.add(consequences.remove().update);
        }
        Claim claim = new Claim(key, first.cause.begin(), own == null ? Claim.ANY : own.expected(), updates);
        made.add(own == null ? first.cause : own);
        made.add(claim);
        return claim;
    }

    /** Index of this claim in the request, or of the claim from which it follows. */
    @SuppressWarnings("ReferenceEquality") // by identity
    int indexOf(Claim claim) {
        Claim requested = claim;
        for (int i = 0; i < made.size(); i += 2) {
            requested = made.get(i + 1) == claim ? made.get(i) : requested;
        }
        return request.claims().indexOf(requested);
    }

    private boolean isImplied(Claim claim) {
        boolean read = claim.expected() != Claim.ANY;
        if (claim.updates().isEmpty() || read && !request.onePhase() || home.hasLost()) {
            return false; // the coordinator validates, and does not know of the claim
        }
        for (int i = 0; i < claim.updates().size(); i++) {
            if (!operations.isImplied(claim.updates().get(i), there)) {
                return false;
            }
        }
        if (read) {
            impliedReads.add(claim);
        }
        return true;
    }

    private boolean isThere(long key) {
        int from = homeBegin;
        int to = held;
        while (from < to) {
            int middle = from + to >>> 1;
            boolean below = Long.compareUnsigned(heldKeys[middle], key) < 0;
            from = below ? middle + 1 : from;
            to = below ? to : middle;
        }
        return from < held && heldKeys[from] == key && hadValue[from];
    }

    /**
     * Validates the reads that are not held (rule 7): whether they are unchanged; null when the check cannot be made
     * now.
     */
    @Nullable
    Boolean validates() {
        int reads = request.readKeys().length;
        int implied = impliedReads.size();
        if (implied == 0) {
            return home.validates(request.readKeys(), request.readVersions());
        }
        long[] read = Arrays.copyOf(request.readKeys(), reads + implied);
        long[] versions = Arrays.copyOf(request.readVersions(), reads + implied);
        for (int i = 0; i < implied; i++) {
            read[reads + i] = impliedReads.get(i).key();
            versions[reads + i] = impliedReads.get(i).expected();
        }
        return home.validates(read, versions);
    }
}
