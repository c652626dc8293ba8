package io.pragh.explore;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;
import org.jspecify.annotations.Nullable;

/**
 * Observes everything that happens to one key and judges it: which histories were published in which order, which
 * were acknowledged, and which were read. A history is a version; so is the loss of the value with its node. One
 * thread.
 */
final class Witness {
    /** The result of a read of a lost value. */
    static final long LOST = -2;
    /** The digit of the update that writes the value anew. */
    static final int REWRITTEN = 7;
    /** The result of a read that is not over. */
    static final long NO_ANSWER = -3;

    private static final int VERSIONS_MAX = 16;
    private static final int NOBODY = -1;

    private final World world;
    private final long key;
    private final long[] versions = new long[VERSIONS_MAX];
    private int current;
    private long slotWord;
    private int acknowledged;
    private int read;
    private int gone = NOBODY;
    private @Nullable String violation;

    Witness(World world, long key) {
        this.world = world;
        this.key = key;
        reset();
    }

    void reset() {
        slotWord = counted(ValueAddress.withoutBusy(world.slot(key)));
        current = 0;
        versions[0] = historyAt(slotWord);
        acknowledged = 0;
        read = 0;
        gone = NOBODY;
        violation = null;
    }

    /**
     * The latest version for which an update was acknowledged: a read that begins now must return this version or a
     * later one.
     */
    int acknowledged() {
        return acknowledged;
    }

    /** The latest version that a finished read has returned. */
    int read() {
        return read;
    }

    /** A node is lost, and values may be lost with it. */
    void gone(int node) {
        gone = node;
    }

    /** The first violation so far, or null. */
    @Nullable
    String violation() {
        return violation;
    }

    private void accuse(String what) {
        if (violation == null) {
            violation = what;
        }
    }

    /** An update was answered. */
    void answered(int digit, UpdateResult result) {
        if (result == UpdateResult.LOST && wasLost()) {
            return;
        }
        if (result == UpdateResult.APPLIED && isDying() && History.count(versions[current], digit) == 0) {
            acknowledged = current + 1; // committed, and its block has died with its node: only the loss may be read
            return;
        }
        if (result != UpdateResult.APPLIED) {
            accuse("the update " + digit + " was refused: " + result);
        } else if (History.count(versions[current], digit) != 1) {
            accuse("lost update: " + digit + " is acknowledged and the value is " + show(versions[current]));
        }
        acknowledged = current;
    }

    /** Whether the value lies at the lost node, and will be marked as lost. */
    private boolean isDying() {
        return gone != NOBODY && ValueAddress.isBlock(slotWord) && ValueAddress.partition(slotWord) == gone;
    }

    private boolean wasLost() {
        return versionOf(LOST) >= 0;
    }

    private int versionOf(long history) {
        int version = current;
        while (version >= 0 && versions[version] != history) {
            version--;
        }
        return version;
    }

    /** A read has returned; {@code acknowledgedBefore} and {@code readBefore} are those at its begin. */
    void returned(long history, int acknowledgedBefore, int readBefore) {
        if (history == History.GARBAGE) {
            accuse("use after free: bytes were read that are no value of the key");
            return;
        }
        int version = versionOf(history);
        String shown = show(history) + " while the value is " + show(versions[current]);
        if (version < 0) {
            accuse("a value was read that never was: " + shown);
        } else if (version < acknowledgedBefore) {
            accuse("stale read after an acknowledged update: " + shown);
        } else if (version < readBefore) {
            accuse("reads go back in time: " + shown);
        }
        read = Math.max(read, version);
    }

    /** Reads the memory after a step. */
    void look() {
        long word = world.slot(key);
        boolean rewriting = word == ValueAddress.BUSY && versions[current] == LOST;
        long address = counted(rewriting ? ValueAddress.LOST : ValueAddress.withoutBusy(word));
        if (address != slotWord) {
            long history = historyAt(address);
            if (!mayFollow(history)) {
                accuse("lost update: the value was " + show(versions[current]) + " and is " + show(history));
            }
            slotWord = address;
            if (history != versions[current]) {
                versions[++current] = history;
            }
        }
        checkReadable(word, address);
    }

    private boolean mayFollow(long history) {
        long before = versions[current];
        if (history == before) {
            return true;
        }
        if (history == LOST) {
            return gone != NOBODY && ValueAddress.partition(slotWord) == gone;
        }
        boolean appended = before != LOST
                && History.isPrefix(before, history)
                && History.length(history) == History.length(before) + 1;
        return appended || history == REWRITTEN && versionOf(REWRITTEN) < 0;
    }

    private void checkReadable(long word, long address) {
        if (!ValueAddress.isBlock(address) || ValueAddress.partition(address) == gone) {
            return;
        }
        Region region = regionOf(address);
        long state = region.getLong(ValueAddress.offset(address) + ValueHeader.STATE_OFFSET);
        boolean readable = StateWord.isCurrent(state, key, address);
        if (!readable && StateWord.state(state) != StateWord.LOCKED) {
            accuse("the current block cannot be read: slot=" + ValueAddress.show(word) + " state="
                    + StateWord.state(state));
        }
    }

    /** Checks that an acknowledged update is in the value once, unless the value was lost or rewritten since. */
    void judgeAtTheEnd(int digit) {
        boolean replaced = wasLost() || digit != REWRITTEN && versionOf(REWRITTEN) >= 0;
        if (!replaced && History.count(versions[current], digit) != 1) {
            accuse("the update " + digit + " is not in the value once: " + show(versions[current]));
        }
    }

    void addTo(Fingerprint fingerprint) {
        for (int version = 0; version <= current; version++) {
            fingerprint.add(versions[version]);
        }
        fingerprint.add((long) acknowledged << 32 | read);
    }

    private static String show(long history) {
        return history == LOST ? "lost" : Long.toOctalString(history);
    }

    private Region regionOf(long address) {
        return world.nodes[ValueAddress.partition(address)].partition.region();
    }

    private long historyAt(long address) {
        if (address == ValueAddress.LOST) {
            return LOST;
        }
        if (address == ValueAddress.ABSENT) {
            return History.NONE;
        }
        Region region = regionOf(address);
        long block = ValueAddress.offset(address);
        long body = region.getLong(block + ValueHeader.LENGTH);
        return TailHistory.with(body, Tail.of(region, block, History.BODY_BYTES, ValueAddress.entries(address)));
    }

    /**
     * The word with as many entries as its block's state counts: readers may see these before the slot counts them.
     */
    private long counted(long address) {
        return ValueAddress.isBlock(address) && ValueAddress.partition(address) != gone
                ? ValueAddress.withEntries(
                        address,
                        StateWord.entries(
                                regionOf(address).getLong(ValueAddress.offset(address) + ValueHeader.STATE_OFFSET)))
                : address;
    }
}
