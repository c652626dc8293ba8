package io.pragh.core.durable;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parts of a graph's catalogue, of which every partition has a copy: the latest undamaged copy of each part.
 * Without them the graph cannot be read. One thread.
 */
public final class SalvagedCatalogue {
    private static final int CHUNKS_MAX = 1 << 12;

    private final HomeMap homes;
    private final Map<Part, Copy> latest = new LinkedHashMap<>();

    /** A part of the catalogue, in any partition. */
    private record Part(int space, long chunk) {}

    /** The contents of a copy as of a moment. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Copy(long moment, byte[] body) {}

    /** Receives the parts. */
    @FunctionalInterface
    public interface Parts {
        /** Receives a part, and the key of its copy. */
        void part(long key, byte[] body);
    }

    /** The catalogue of a graph, without any part yet. */
    public SalvagedCatalogue(HomeMap homes) {
        this.homes = homes;
    }

    /** Whether a key is that of a copy. */
    public static boolean isOf(long key) {
        return GraphKey.kind(key) == GraphKey.KIND_CATALOGUE;
    }

    /** Adds the contents of the copy with a key as of a moment; the latest copy of a part is kept. */
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

    /** Passes all parts on, with the keys of their copies in a partition. */
    public void forEach(int partition, Parts parts) {
        latest.forEach((part, copy) -> parts.part(
                GraphKey.of(GraphKey.KIND_CATALOGUE, 0, part.space, homes.mint(partition, part.chunk)), copy.body));
    }
}
