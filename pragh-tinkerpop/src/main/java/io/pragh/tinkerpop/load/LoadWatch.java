package io.pragh.tinkerpop.load;

/** Receives the progress of a load. One thread. */
public interface LoadWatch {
    /** Ignores the progress. */
    LoadWatch NOBODY = new LoadWatch() {
        @Override
        public void read(long bytes) {}

        @Override
        public void gathered(long elements) {}

        @Override
        public void stored(long elements) {}
    };

    /** So many more bytes were read, uncompressed; files may be read several times. */
    void read(long bytes);

    /**
     * All files are read, and so many elements are stored from now on; not called where elements are stored as they
     * are read.
     */
    void gathered(long elements);

    /** So many more gathered elements are stored. */
    void stored(long elements);
}
