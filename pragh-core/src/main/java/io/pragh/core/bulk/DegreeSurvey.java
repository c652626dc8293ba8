package io.pragh.core.bulk;

import io.pragh.core.base.PraghException;
import java.util.Arrays;

/**
 * The first pass over the edges: counts each source's edges and determines how dense the ids are. Thread rule: one
 * thread.
 */
// Sources are counted in an array indexed by their id for as long as ids are dense, that is at most ID_PER_EDGE_MAX
// times the number of edges (seen or estimated, whichever is more) plus DENSE_IDS_FREE. The first id beyond that
// moves all counts to a hashed index, for good: a wrong estimate costs time, but never makes a wrong result.
final class DegreeSurvey implements EdgeConsumer {
    static final long ID_PER_EDGE_MAX = 8;
    static final long DENSE_IDS_FREE = 1 << 20;
    static final int ARRAY_LENGTH_MAX = Integer.MAX_VALUE - 8;

    private static final int DEGREES_LENGTH_MIN = 1 << 10;

    private final EdgeFingerprint fingerprint = new EdgeFingerprint();
    private final long edgesEstimated;
    private HashedIndex hashed = new HashedIndex();
    private boolean dense = true;
    private int[] degrees = new int[DEGREES_LENGTH_MIN];
    private int denseSize;
    private long targetMax = -1;

    DegreeSurvey(long edgesEstimated) {
        this.edgesEstimated = edgesEstimated;
    }

    @Override
    public void edge(long source, long target) {
        if ((source | target) < 0 || (source | target) > EdgeSource.VERTEX_ID_MAX) {
            throw new PraghException("edge has a vertex id out of range: source=" + source + " target=" + target
                    + " max=" + EdgeSource.VERTEX_ID_MAX);
        }
        fingerprint.add(source, target);
        targetMax = Math.max(targetMax, target);
        int index = dense ? denseNumber(source) : hashed.add(source);
        if (index == SourceIndex.ABSENT) {
            leaveDense();
            index = hashed.add(source);
        }
        if (index >= degrees.length) {
            grow(index);
        }
        degrees[index]++;
    }

    EdgeFingerprint fingerprint() {
        return fingerprint;
    }

    long targetMax() {
        return targetMax;
    }

    SourceIndex sources() {
        return dense ? new DenseIndex(denseSize) : hashed;
    }

    /** How many edges each source has, by its number; the array may be longer than there are numbers. */
    int[] degrees() {
        return degrees;
    }

    private int denseNumber(long source) {
        if (source < denseSize) {
            return (int) source;
        }
        long idMax = ID_PER_EDGE_MAX * Math.max(edgesEstimated, fingerprint.edges()) + DENSE_IDS_FREE;
        if (source > Math.min(idMax, ARRAY_LENGTH_MAX - 1)) {
            return SourceIndex.ABSENT;
        }
        denseSize = (int) source + 1;
        return (int) source;
    }

    private void leaveDense() {
        dense = false;
        int[] byId = degrees;
        degrees = new int[DEGREES_LENGTH_MIN];
        for (int id = 0; id < denseSize; id++) {
            if (byId[id] != 0) {
                int index = hashed.add(id);
                if (index >= degrees.length) {
                    grow(index);
                }
                degrees[index] = byId[id];
            }
        }
    }

    private void grow(int index) {
        long longer = Math.max(index + 1L, degrees.length + (degrees.length >> 1));
        degrees = Arrays.copyOf(degrees, (int) Math.min(longer, ARRAY_LENGTH_MAX));
    }
}
