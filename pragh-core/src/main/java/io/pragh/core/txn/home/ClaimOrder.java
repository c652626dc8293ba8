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
 * The keys that one participant holds, in the order of homes and keys: those that a request claims, without those that need not be held
 * ({@link io.pragh.core.api.ValueOperation#isImplied}), and with those that follow from values that are created ({@link
 * io.pragh.core.api.ValueOperation#onCreation}). One thread at a time.
 */
// Neither is believed of a value that is there once the graph has lost values with a node: there some are gone, and
// others that go with them are not.
final class ClaimOrder {
    /** And of one key in the order in which they came. */
    private static final Comparator<Consequence> BY_KEY = (one, other) -> {
        int keys = Long.compareUnsigned(one.update.key(), other.update.key());
        return keys == 0 ? Integer.compare(one.number, other.number) : keys;
    };

    /** Fewer keys than that are held by a commit that no table needs to be told of. */
    private static final int KEYS_HELD_MIN = 64;

    private final TransactionHome home;
    private final ValueOperations operations;
    private final PrepareRequest request;
    private final List<Partition> homes;
    private final LongPredicate there = this::isThere;
    /** Nobody holds a roll: they are signed when all keys are held. */
    private final List<Claim> rolls;

    private final List<Claim> keys;
    /** So many of them are held, or need not be. */
    private int next;

    /** The keys that are held, and whether each had a value. */
    private long[] heldKeys;

    private boolean[] hadValue;
    private int held;
    /** Index of the first key that is held at the home whose keys are held now. */
    private int homeBegin;

    private @Nullable Partition at;
    private @Nullable Claim current;

    /** Those that are still to come, in the order of keys. */
    private final PriorityQueue<Consequence> consequences = new PriorityQueue<>(1, BY_KEY);

    private boolean again;
    /** How many updates have followed from others. */
    private int followed;

    /** Claims that were made here, each behind the claim of the request that it follows from. */
    private final List<Claim> made = new ArrayList<>(0);

    /** Claims on keys that were read and need not be held. */
    private final List<Claim> impliedReads = new ArrayList<>(0);

    /** An update, the claim that it follows from, and how many have followed before it. */
    private record Consequence(Update update, Claim cause, int number) {}

    /** What a request wants of these homes. */
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
     * Sees to it that key tables have room for the keys of a large commit before the first of them is held. Cost: a look-up for each key
     * of a commit that is large beside a home.
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

    /** The claim that is to be held next, at {@link #at}; null when all are held. Call {@link #held} when it is. */
    @Nullable
    Claim next() {
        Claim claim = following();
        while (claim != null && isImplied(claim)) {
            claim = following();
        }
        current = claim;
        return claim;
    }

    /** The home of the claim that {@link #next} has given last. */
    Partition at() {
        Partition last = at;
        if (last == null) {
            throw new IllegalStateException("no claim has been given yet");
        }
        return last;
    }

    /** The claim that {@link #next} has given is held; whether its key had a value that lies on this node. */
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

    /** The claims are those of a commit that is done again: what followed from them then is among them. */
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

    /** What follows from values that were created, for the next key that is not behind {@code limit}: with what that wants when it is for the same key. */
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

    /** Index of the claim of the request which is this one, or from which it follows. */
    @SuppressWarnings("ReferenceEquality") // that very claim
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
            return false; // who validates is the coordinator, and it does not know
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

    /** Rule 7 for what was read and is not held: whether it is as it was; null when nobody can tell now. */
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
