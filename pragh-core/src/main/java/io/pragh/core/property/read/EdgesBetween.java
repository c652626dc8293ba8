package io.pragh.core.property.read;

import io.pragh.core.address.GraphKey;
import io.pragh.core.base.KeyMap;
import io.pragh.core.property.EdgePages;
import io.pragh.core.property.Neighbours;
import io.pragh.core.property.ReadInterruptedException;
import io.pragh.core.property.element.ElementKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;

/** Selects, from the edges of some vertices, those to or from others. Stateless. */
final class EdgesBetween {
    /** Edges that are read at a time of a vertex with very many. */
    private static final int PAGE = 4096;

    private EdgesBetween() {}

    private static boolean isOne(long[] others, long neighbour) {
        return others.length == 1 ? others[0] == neighbour : Arrays.binarySearch(others, neighbour) >= 0;
    }

    /** Drops the edges to or from all but the others; returns {@code end}. */
    static int keep(Neighbours found, long[] others, boolean edgeIds, int end) {
        long[] neighbours = found.neighbours();
        long[] ids = found.edgeIds();
        for (int list = 0; list < found.lists(); list++) {
            int from = found.from(list);
            int kept = from;
            for (int entry = from; entry < found.to(list); entry++) {
                if (isOne(others, neighbours[entry])) {
                    neighbours[kept] = neighbours[entry];
                    if (edgeIds) {
                        ids[kept] = ids[entry];
                    }
                    kept++;
                }
            }
            found.entries(list, from, kept);
        }
        return end;
    }

    /**
     * Makes the others' edges to or from the vertices from one index to another edges of these vertices, in their
     * order.
     */
    static void turn(
            Neighbours ofOthers, long[] others, long[] vids, int from, int to, boolean edgeIds, Neighbours into) {
        KeyMap<List<Place>> places = places(ofOthers, vids, from, to);
        LongStream.Builder keys = LongStream.builder();
        int count = 0;
        for (int row = from; row < to; row++) {
            for (Place place : Objects.requireNonNull(places.get(ElementKeys.vertex(vids[row])))) {
                long key = ofOthers.key(place.list);
                keys.add(ElementKeys.list(vids[row], GraphKey.label(key), GraphKey.direction(key) != GraphKey.OUT));
                count++;
            }
        }
        into.begin(count, edgeIds, keys.build().toArray());
        int list = 0;
        for (int row = from; row < to; row++) {
            for (Place place : Objects.requireNonNull(places.get(ElementKeys.vertex(vids[row])))) {
                long eid = edgeIds ? ofOthers.edgeIds()[place.entry] : 0;
                int end = add(into, others[ofOthers.owner(place.list)], eid, edgeIds);
                into.owner(list, row);
                into.entries(list++, end - 1, end);
            }
        }
    }

    /** Where the edges to or from a vertex are in the lists of the others. */
    private record Place(int list, int entry) {}

    /** The places by the vertices' keys. */
    private static KeyMap<List<Place>> places(Neighbours ofOthers, long[] vids, int from, int to) {
        KeyMap<List<Place>> places = new KeyMap<>();
        for (int row = from; row < to; row++) {
            places.computeIfAbsent(ElementKeys.vertex(vids[row]), key -> new ArrayList<>(1));
        }
        boolean isOne = places.size() == 1;
        for (int list = 0; list < ofOthers.lists(); list++) {
            for (int entry = ofOthers.from(list); entry < ofOthers.to(list); entry++) {
                long neighbour = ofOthers.neighbours()[entry];
                List<Place> known = isOne && neighbour != vids[from] ? null : places.get(ElementKeys.vertex(neighbour));
                if (known != null) {
                    known.add(new Place(list, entry));
                }
            }
        }
        return places;
    }

    /** Adds an entry, and returns the place behind it. */
    private static int add(Neighbours into, long neighbour, long eid, boolean edgeIds) {
        int place = into.reserve(1);
        into.neighbours()[place] = neighbour;
        if (edgeIds) {
            into.edgeIds()[place] = eid;
        }
        return place + 1;
    }

    /** Adds those of one vertex's edges, whose index is {@code owner}. */
    static void keepOf(EdgePages pages, int owner, long[] others, boolean edgeIds, Neighbours into) {
        Neighbours page = new Neighbours();
        boolean begun = false;
        boolean more = true;
        while (more) {
            if (Thread.currentThread().isInterrupted()) {
                throw new ReadInterruptedException();
            }
            more = pages.next(PAGE, page);
            if (!begun) {
                begin(into, page, owner, edgeIds);
                begun = true;
            }
            keep(page, others, edgeIds, 0);
            append(page, edgeIds, into);
        }
    }

    private static void begin(Neighbours into, Neighbours page, int owner, boolean edgeIds) {
        long[] keys = new long[page.lists()];
        for (int list = 0; list < keys.length; list++) {
            keys[list] = page.key(list);
        }
        into.begin(keys.length, edgeIds, keys);
        for (int list = 0; list < keys.length; list++) {
            into.owner(list, owner);
        }
    }

    /** Appends the edges of a page; pages come list by list. */
    private static void append(Neighbours page, boolean edgeIds, Neighbours into) {
        for (int list = 0; list < page.lists(); list++) {
            for (int entry = page.from(list); entry < page.to(list); entry++) {
                boolean isFirst = into.to(list) == into.from(list);
                int to = add(into, page.neighbours()[entry], edgeIds ? page.edgeIds()[entry] : 0, edgeIds);
                into.entries(list, isFirst ? to - 1 : into.from(list), to);
            }
        }
    }
}
