package io.pragh.tinkerpop.load;

/** Who is told how a load gets on. One thread. */
public interface LoadWatch {
    /** Who is told nothing. */
    LoadWatch NOBODY = new LoadWatch() {
        @Override
        public void read(long bytes) {}

        @Override
        public void gathered(long elements) {}

        @Override
        public void stored(long elements) {}
    };

    /** So many bytes more were read, unpacked; files may be read several times. */
    void read(long bytes);

    /** All files are read, and so many elements are stored from now on; not told where elements are stored as they are read. */
    void gathered(long elements);

    /** So many elements more, which had been gathered, are stored. */
    void stored(long elements);
}
