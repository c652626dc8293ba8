package io.pragh.core.durable;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parts of a graph's catalogue, of which every partition has a copy: of each the latest one that is whole anywhere. Without them
 * nothing of the graph can be read. One thread.
 */
public final class SalvagedCatalogue {
    private static final int CHUNKS_MAX = 1 << 12;

    private final HomeMap homes;
    private final Map<Part, Copy> latest = new LinkedHashMap<>();

    /** Which part, in whatever partition. */
    private record Part(int space, long chunk) {}

    /** What it was as of a moment. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares it
    private record Copy(long moment, byte[] body) {}

    /** Gets the parts. */
    @FunctionalInterface
    public interface Parts {
        /** A part, and the key of the copy of it. */
        void part(long key, byte[] body);
    }

    /** Of a graph, none of it known yet. */
    public SalvagedCatalogue(HomeMap homes) {
        this.homes = homes;
    }

    /** Whether a key is that of a copy. */
    public static boolean isOf(long key) {
        return GraphKey.kind(key) == GraphKey.KIND_CATALOGUE;
    }

    /** What the copy with a key was as of a moment: the later of two counts. */
    public void add(long key, long moment, byte[] body) {
        int partition = homes.home(key);
        for (long chunk = 0; chunk < CHUNKS_MAX; chunk++) {
            if (homes.mint(partition, chunk) == GraphKey.vid(key)) {
                latest.merge(
                        new Part(GraphKey.label(key), chunk),
                        new Copy(moment, body),
                        (known, other) -> other.moment > known.moment ? other : known);
                return;
            }
        }
    }

    /** All parts, with the keys that their copies have in a partition. */
    public void forEach(int partition, Parts parts) {
        latest.forEach((part, copy) -> parts.part(
                GraphKey.of(GraphKey.KIND_CATALOGUE, 0, part.space, homes.mint(partition, part.chunk)), copy.body));
    }
}
