package io.pragh.core.handover;

/**
 * The data folder of a node, as its handovers use it: what the folder has of a partition goes to another folder, or
 * comes from one. Throws {@link io.pragh.core.base.PraghException} when the folder cannot be read or written.
 */
public interface Keeping {
    /** Does work while no checkpoint is written; waits for the end of one that is under way. Any thread. */
    void undisturbed(Runnable work);

    /**
     * Writes down that a partition may leave for another folder, and opens what the folder has of it. Undisturbed.
     *
     * @param to number of the other folder
     */
    Giving give(int partition, long to);

    /**
     * Begins to take a partition. Undisturbed.
     *
     * @param shape the other folder's {@link Giving#shape}
     */
    Taking take(int partition, byte[] shape);

    /** Writes down that this folder keeps a partition, if it has come by a handover: the view says so. Any thread. */
    void arrived(int partition);

    /** A view says that another folder keeps a partition. Any thread. */
    void left(int partition);

    /** A partition on its way to another folder. One thread gives; any thread may read. */
    interface Giving extends AutoCloseable {
        /** Adds commits since, as far as their outcome is known: up to the {@code decided} moment of this node. */
        void add(long decided);

        /** Adds the rest, when nothing is under way at the partition any more. */
        void complete();

        /** The sizes of what there is so far, for {@link Keeping#take}. */
        byte[] shape();

        /** Bytes of the last checkpoint's part. */
        byte[] part(long offset, int bytes);

        /** Bytes of the commits behind it. */
        byte[] tail(long offset, int bytes);

        /** Writes down that the partition stays here. */
        void stay();

        @Override
        void close();
    }

    /** A partition on its way from another folder. One thread. */
    interface Taking extends AutoCloseable {
        /** Bytes of the part in all. */
        long partBytes();

        /** Bytes of commits so far, according to a later {@code shape}. */
        long tailBytes(byte[] shape);

        /** Whether a {@code shape} is of all commits. */
        boolean isAll(byte[] shape);

        /** Takes the next bytes of the part. */
        void part(byte[] bytes);

        /** Ends the part, which is durable and verified when this returns. */
        void endPart();

        /** Takes the next bytes of commits. */
        void tail(byte[] bytes);

        /** Makes durable that this folder has everything; it keeps the partition if the view says so. */
        void complete();

        @Override
        void close();
    }
}
