package io.pragh.core.store;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The partitions that a node serves, and the objects that work on them. Immutable; replaced on take-over. */
public final class StoreShare {
    /** In place of a partition: none is {@link #leaving}. */
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
     * @param operations the operations of updates
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

    /** A share of other partitions with the same operations. */
    public StoreShare with(@Nullable Partition[] others) {
        return new StoreShare(others, operations, installer, words, unmarked, takesUpdates, leaving);
    }

    /**
     * The same share while keys whose values lay in some partitions are still to be marked as lost. Updates of these
     * keys wait, since a slot that an update holds could not be marked. Updates of keys whose home is one of these
     * partitions wait as well, since its former node may not know yet that it was expelled.
     */
    public StoreShare withUnmarked(BitSet diedPartitions) {
        BitSet died = (BitSet) diedPartitions.clone();
        return new StoreShare(partitions, operations, installer, words, died, takesUpdates, leaving);
    }

    /**
     * The same share, with or without permission for updates: a node without contact to the keeper cannot tell
     * whether it is still a member.
     */
    public StoreShare takingUpdates(boolean takes) {
        return new StoreShare(partitions, operations, installer, words, unmarked, takes, leaving);
    }

    /**
     * The same share while no work is begun at one home, because the home is being handed over to another node;
     * {@link #NONE} ends that.
     */
    public StoreShare leaving(int partition) {
        return new StoreShare(partitions, operations, installer, words, unmarked, takesUpdates, partition);
    }

    /** Whether updates and transactions may begin whose home is this partition. */
    public boolean admits(int partition) {
        return partitions[partition] != null && partition != leaving;
    }

    /** Whether updates may begin, be applied and be published here. */
    public boolean takesUpdates() {
        return takesUpdates;
    }

    /** Whether slots here may still name memory that this partition had in a former life. */
    public boolean isUnmarked(int partition) {
        return unmarked.get(partition);
    }

    /** The number of partitions of the graph. */
    public int partitions() {
        return partitions.length;
    }

    /** Whether this node serves all partitions of the graph. */
    public boolean servesAll() {
        return served.size() == partitions.length;
    }

    /** A partition, or null when another node serves it, or there is none with this number. */
    public @Nullable Partition partition(int id) {
        return id < 0 || id >= partitions.length ? null : partitions[id];
    }

    /** The partitions that this node serves. */
    public List<Partition> served() {
        return served;
    }

    /** The operations of updates. */
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
