package io.pragh.core.bulk;

/** Every vertex below a bound is its own number, source or not. Immutable. */
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
