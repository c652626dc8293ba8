package io.pragh.core.bulk;

/** Numbers every vertex below a bound by its own id, whether it is a source or not. Immutable. */
record DenseIndex(int size) implements SourceIndex {

    @Override
    public int find(long vertex) {
        return vertex < size ? (int) vertex : ABSENT;
    }

    @Override
    public long vertex(int index) {
        return index;
    }
}
