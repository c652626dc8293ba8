package io.pragh.core.access;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.Mix;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;
import io.pragh.core.memory.Words;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import java.nio.ByteBuffer;

/**
 * Looks up many keys at a time in this node's own memory, as the first step of a {@link VersionReader}. Reusable; one
 * thread.
 */
// One pass over all keys per step, instead of all steps for one key after the other: the loads of a pass do not
// depend on each other and no branch depends on them, so the processor has many cache misses under way at a time.
// Plain loads with one fence behind the pass, instead of an acquire each, which would make the compiler reload every
// field for each key.
final class LocalLookup {
    /** Not a word of a slot: the key's home is another node. */
    static final long ELSEWHERE = -1;

    private final HomeMap map;
    private final Lookaside lookaside;
    private final int[] homes;
    private final long[] words;
    private final long[] states;
    private final int[] lengths;
    private final long[] versions;

    LocalLookup(HomeMap map, Lookaside lookaside, int keysMax) {
        this.map = map;
        this.lookaside = lookaside;
        this.homes = new int[keysMax];
        this.words = new long[keysMax];
        this.states = new long[keysMax];
        this.lengths = new int[keysMax];
        this.versions = new long[keysMax];
    }

    /**
     * Recalls the addresses at which the values of the keys were read last in this generation of the location cache;
     * 0 when unknown.
     */
    void recall(int generation, long[] keys, int first, int count) {
        lookaside.keepSince(generation);
        for (int i = 0; i < count; i++) {
            words[i] = lookaside.find(keys[first + i]);
        }
    }

    /** Remembers the address of a value that {@link #isHere}. */
    void remember(int i, long key, boolean ownKey) {
        lookaside.put(key, words[i], ownKey);
    }

    /**
     * Finds the slots of the keys whose homes are here. Returns the number of the other keys; their words are
     * {@link #ELSEWHERE}.
     */
    int findSlots(LocalShare share, long[] keys, int count) {
        int elsewhere = 0;
        for (int i = 0; i < count; i++) {
            long key = keys[i];
            long place = map.place(key);
            int home = (int) (place >>> Mix.BITS);
            homes[i] = home;
            KeyTable table = share.table(home);
            if (table == null) {
                words[i] = ELSEWHERE;
                elsewhere++;
            } else {
                words[i] = table.addressAtOnce(key, place & Mix.MASK);
            }
        }
        Words.loadFence();
        for (int i = 0; i < count; i++) {
            if (!ValueAddress.isBlock(words[i]) && words[i] != ELSEWHERE) {
                searchFurther(share, i, keys[i]);
            }
        }
        return elsewhere;
    }

    private void searchFurther(LocalShare share, int i, long key) {
        KeyTable table = share.table(homes[i]);
        words[i] = table == null ? ELSEWHERE : table.addressOf(key);
    }

    /**
     * Loads state, length and version of every block that lies here; for other keys the state is 0, which no valid
     * block has.
     */
    // The order of these loads does not matter: they belong together if the state is that of the word. The word is
    // known from a slot, so the header was complete before; and a later block in the same memory has another
    // generation, so another word and another state.
    void readHeaders(LocalShare share, int count) {
        for (int i = 0; i < count; i++) {
            long word = words[i];
            long state = 0;
            if (ValueAddress.isBlock(word)) {
                Region region = share.region(ValueAddress.partition(word));
                if (region != null) {
                    long block = ValueAddress.offset(word);
                    ByteBuffer segment = region.segment(block);
                    int at = region.index(block);
                    state = Words.getLong(segment, at + ValueHeader.STATE_OFFSET);
                    lengths[i] = Words.getInt(segment, at + ValueHeader.BODY_BYTES_OFFSET);
                    versions[i] = Words.getLong(segment, at + ValueHeader.VERSION_OFFSET);
                }
            }
            states[i] = state;
        }
        Words.loadFence();
    }

    /**
     * Whether the value may be read in place: its block lies here, and the state word says that it is a current value
     * of this key.
     */
    boolean isHere(int i, long key) {
        long state = states[i];
        long word = words[i];
        return state != 0 && StateWord.isCurrent(state, key, word);
    }

    /** The home partition of a key. */
    int home(int i) {
        return homes[i];
    }

    /** The word of the key's slot. */
    long word(int i) {
        return words[i];
    }

    /** Sets the address of a key's value, as the location cache knows it. */
    void setWord(int i, long address) {
        words[i] = address;
    }

    /** Number of entries behind the body of a value that {@link #isHere}. */
    int entries(int i) {
        return StateWord.entries(states[i]);
    }

    /** Version of a value that {@link #isHere}. */
    long version(int i) {
        return versions[i];
    }

    /** Body bytes of a value that {@link #isHere}. */
    int bodyBytes(int i) {
        return lengths[i];
    }
}
