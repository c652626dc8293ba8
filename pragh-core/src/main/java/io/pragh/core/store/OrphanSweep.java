package io.pragh.core.store;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;

/**
 * The sweep of recovery: finds the blocks of one partition that a crash left behind, and retires them (h8). The slot
 * of such a block's key does not point to the block, and no work in progress will make it do so. A current block that
 * a crash left PENDING or LOCKED becomes LIVE. One thread; a limited number of blocks per call.
 */
// A block is changed only at the second of two looks that are at least a lease apart and find the same state word and
// the same answer to whether the slot points to the block; a block whose slot is busy is left alone. This spares work
// in progress. An update holds its slot busy for as long as it may publish a block or unlock one. A migration into
// this partition is this node's own, and known. A migration out of it that takes longer than a lease finds the result
// that it would have produced itself: the block MOVED, and retired, which may happen twice.
//
// The slot points elsewhere: LIVE and PENDING become MOVED, LOCKED becomes SUPERSEDED, and the block rests like any
// retired one. MOVED and SUPERSEDED but not resting: the node that marked the block died before it could retire it;
// the block rests from now on. The slot points here: PENDING becomes LIVE, because the node that should have settled
// it is dead and the predecessor cannot be read any more (it lies in this partition and is LOCKED, or this node moved
// the value and knows better). LOCKED becomes LIVE, because the update died before it had published anything.
public final class OrphanSweep {
    private final Partition partition;
    private final OwnWords words;
    private final long restNanos;
    private final LongUnaryOperator slotWord;
    private final LongPredicate underWay;
    private final Map<Long, Suspect> suspects = new HashMap<>();
    private Set<Long> resting = Set.of();
    private long[] blocks = new long[256];
    private int count;
    private int next;
    private boolean passing;
    private int acted;
    private int lingering;
    private long retired;
    /** Blocks that a pass left undecided, with their state words: of this pass, and of the one before. */
    private Map<Long, Long> open = new HashMap<>();

    private Map<Long, Long> openBefore = new HashMap<>();

    private record Suspect(long state, boolean pointedTo, long sinceNanos, long passSeen) {}

    private long pass;

    /**
     * A sweep over a partition.
     *
     * @param restNanos time between two looks
     * @param slotWord the word in a key's slot, or {@link ValueAddress#FORWARDED} when it cannot be read now
     * @param underWay whether a migration into this node works on the block at an address
     */
    public OrphanSweep(
            Partition partition, OwnWords words, long restNanos, LongUnaryOperator slotWord, LongPredicate underWay) {
        this.partition = partition;
        this.words = words;
        this.restNanos = restNanos;
        this.slotWord = slotWord;
        this.underWay = underWay;
    }

    /** The number of blocks retired so far. */
    public long retired() {
        return retired;
    }

    /** The number of blocks changed by the last whole pass. */
    public int acted() {
        return acted;
    }

    /**
     * The number of blocks that the last whole pass left for another look, as the pass before had done. Work in
     * progress is over by then, so these blocks were left behind, or their keys' slots cannot be read.
     */
    public int lingering() {
        return lingering;
    }

    /**
     * Looks at up to {@code limit} blocks; true when a pass over all of them has ended. The next call begins another
     * one.
     */
    public boolean step(int limit, long nowNanos) {
        if (!passing) {
            begin();
        }
        int end = Math.min(count, next + limit);
        while (next < end) {
            look(blocks[next++], nowNanos);
        }
        if (next < count) {
            return false;
        }
        passing = false;
        suspects.values().removeIf(s -> s.passSeen != pass);
        return true;
    }

    private void begin() {
        passing = true;
        pass++;
        count = 0;
        next = 0;
        acted = 0;
        lingering = 0;
        openBefore = open;
        open = new HashMap<>();
        resting = partition.reclaimer().restingAddresses();
        partition.blocks().forEachBlock((offset, sizeClass) -> {
            if (StateWord.state(state(offset)) != StateWord.FREE) {
                if (count == blocks.length) {
                    blocks = Arrays.copyOf(blocks, count * 2);
                }
                blocks[count++] = offset;
            }
        });
    }

    private long state(long block) {
        return partition.region().getLongAcquire(block + ValueHeader.STATE_OFFSET);
    }

    private static boolean isRetired(long word) {
        int state = StateWord.state(word);
        return state == StateWord.MOVED || state == StateWord.SUPERSEDED;
    }

    private void look(long block, long nowNanos) {
        Region region = partition.region();
        long state = state(block);
        long key = region.getLong(block + ValueHeader.KEY_OFFSET);
        int tag = region.getInt(block + ValueHeader.TAG_OFFSET);
        long address = ValueAddress.of(partition.id(), tag >>> 14, tag & 0x3FFF, block);
        if (!isWhole(state, key, address) || underWay.test(address)) {
            return;
        }
        if (isRetired(state)) {
            if (!resting.contains(address)) {
                suspect(block, address, state, false, nowNanos);
            }
            return;
        }
        long word = slotWord.applyAsLong(key);
        if (word == ValueAddress.FORWARDED || ValueAddress.isBusy(word)) {
            leaveOpen(block, state);
            return;
        }
        boolean pointedTo = ValueAddress.block(word) == address;
        if (pointedTo && StateWord.state(state) == StateWord.LIVE) {
            return;
        }
        suspect(block, address, state, pointedTo, nowNanos);
    }

    private void suspect(long block, long address, long state, boolean pointedTo, long nowNanos) {
        Suspect before = suspects.get(block);
        if (before == null || before.state != state || before.pointedTo != pointedTo) {
            leaveOpen(block, state);
            suspects.put(block, new Suspect(state, pointedTo, nowNanos, pass));
        } else if (nowNanos - before.sinceNanos < restNanos) {
            leaveOpen(block, state);
            suspects.put(block, new Suspect(state, pointedTo, before.sinceNanos, pass));
        } else {
            act(partition.region().getLong(block + ValueHeader.KEY_OFFSET), address, state, pointedTo, nowNanos);
        }
    }

    private void leaveOpen(long block, long state) {
        open.put(block, state);
        Long before = openBefore.get(block);
        lingering += before != null && before == state ? 1 : 0;
    }

    /** False while the block is being filled: the state word of a copy is set only at the end. */
    private static boolean isWhole(long state, long key, long address) {
        return key != 0
                && (StateWord.isCurrent(state, key, address)
                        || StateWord.state(state) == StateWord.MOVED && StateWord.isOf(state, key, address)
                        || StateWord.state(state) == StateWord.SUPERSEDED
                        || StateWord.state(state) == StateWord.LOCKED);
    }

    private void act(long key, long address, long state, boolean pointedTo, long nowNanos) {
        long word = ValueAddress.offset(address) + ValueHeader.STATE_OFFSET;
        if (isRetired(state)) {
            acted++;
            retired++;
            partition.reclaimer().retire(address, nowNanos);
            return;
        }
        boolean locked = StateWord.state(state) == StateWord.LOCKED;
        long counted = ValueAddress.withEntries(address, StateWord.entries(state));
        long then = locked ? StateWord.superseded(counted, 0) : StateWord.moved(key, counted);
        if (pointedTo) {
            then = StateWord.live(key, counted);
        }
        if (words.compareAndExchange(partition, word, state, then) == state) {
            acted++;
            if (!pointedTo) {
                partition.reclaimer().retire(address, nowNanos);
                retired++;
            }
        }
    }
}
