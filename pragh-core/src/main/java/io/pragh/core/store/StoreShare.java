package io.pragh.core.store;

import org.jspecify.annotations.Nullable;

/** The partitions a node serves, and what works on them. Immutable; replaced on take-over. */
public final class StoreShare {
    private final @Nullable Partition[] partitions;
    private final ValueOperations operations;
    private final ValueInstaller installer;
    private final OwnWords words;

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
        this.partitions = partitions.clone();
        this.operations = operations;
        this.installer = installer;
        this.words = words;
    }

    /** How many partitions the graph has. */
    public int partitions() {
        return partitions.length;
    }

    /** A partition, or null when another node serves it. */
    public @Nullable Partition partition(int id) {
        return partitions[id];
    }

    ValueOperations operations() {
        return operations;
    }

    ValueInstaller installer() {
        return installer;
    }

    OwnWords words() {
        return words;
    }
}
