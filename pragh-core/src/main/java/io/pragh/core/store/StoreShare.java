package io.pragh.core.store;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The partitions a node serves, and what works on them. Immutable; replaced on take-over. */
public final class StoreShare {
    /** No partition is {@link #leaving}. */
    public static final int NONE = -1;

    private final @Nullable Partition[] partitions;
    private final List<Partition> served;
    private final ValueOperations operations;
    private final ValueInstaller installer;
    private final OwnWords words;
    private final BitSet unmarked;
    private final boolean takesUpdates;
    private final int leaving;

    /**
     * A share.
     *
     * @param partitions indexed by partition, null where another node serves it
     * @param operations what updates can do
     * @param installer builds blocks in these partitions
     * @param words swaps words of these partitions
     */
    public StoreShare(
            @Nullable Partition[] partitions, ValueOperations operations, ValueInstaller installer, OwnWords words) {
        this(partitions, operations, installer, words, new BitSet(), true, NONE);
    }

    private StoreShare(
            @Nullable Partition[] partitions,
            ValueOperations operations,
            ValueInstaller installer,
            OwnWords words,
            BitSet unmarked,
            boolean takesUpdates,
            int leaving) {
        this.leaving = leaving;
        this.takesUpdates = takesUpdates;
        this.unmarked = unmarked;
        this.partitions = partitions.clone();
        this.served = Stream.of(partitions).flatMap(Stream::ofNullable).toList();
        this.operations = operations;
        this.installer = installer;
        this.words = words;
    }

    /** A share that works as this one does, on other partitions. */
    public StoreShare with(@Nullable Partition[] others) {
        return new StoreShare(others, operations, installer, words, unmarked, takesUpdates, leaving);
    }

    /**
     * The same share while keys whose values lay in some partitions are still to be marked as lost: updates of these keys wait, since
     * a slot that is held by one could not be marked; and so do updates of keys whose home is one of these partitions, since its
     * former node may not know yet that it was expelled.
     */
    public StoreShare withUnmarked(BitSet diedPartitions) {
        BitSet died = (BitSet) diedPartitions.clone();
        return new StoreShare(partitions, operations, installer, words, died, takesUpdates, leaving);
    }

    /** The same share while this node may or may not take updates: whether it is still a member is not always known to it. */
    public StoreShare takingUpdates(boolean takes) {
        return new StoreShare(partitions, operations, installer, words, unmarked, takes, leaving);
    }

    /** The same share while nothing is begun at one home, because another node is to serve it; {@link #NONE} ends that. */
    public StoreShare leaving(int partition) {
        return new StoreShare(partitions, operations, installer, words, unmarked, takesUpdates, partition);
    }

    /** Whether updates and transactions may be begun whose home is this partition. */
    public boolean admits(int partition) {
        return partitions[partition] != null && partition != leaving;
    }

    /** Whether updates may be begun, applied and published here. */
    public boolean takesUpdates() {
        return takesUpdates;
    }

    /** Whether slots here may still name memory that this partition had in a former life. */
    public boolean isUnmarked(int partition) {
        return unmarked.get(partition);
    }

    /** How many partitions the graph has. */
    public int partitions() {
        return partitions.length;
    }

    /** Whether there are no other partitions than those here. */
    public boolean servesAll() {
        return served.size() == partitions.length;
    }

    /** A partition, or null when another node serves it, or there is none of this number. */
    public @Nullable Partition partition(int id) {
        return id < 0 || id >= partitions.length ? null : partitions[id];
    }

    /** The partitions that this node serves. */
    public List<Partition> served() {
        return served;
    }

    /** What updates can do. */
    public ValueOperations operations() {
        return operations;
    }

    /** Builds blocks in these partitions. */
    public ValueInstaller installer() {
        return installer;
    }

    /** Swaps words of these partitions. */
    public OwnWords words() {
        return words;
    }
}
