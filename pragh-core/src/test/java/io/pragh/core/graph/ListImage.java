package io.pragh.core.graph;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A model of an adjacency list, and the bytes that it must have: written from the layout drawing, not from the code
 * under test.
 */
final class ListImage {
    final List<Entry> entries = new ArrayList<>();
    final List<Long> chunks = new ArrayList<>();
    boolean wide;
    boolean wideEdgeIds;

    record Entry(long neighbour, long edgeId) {}

    static ListImage of(long... neighbours) {
        ListImage image = new ListImage();
        for (long neighbour : neighbours) {
            image.append(neighbour, 0);
        }
        return image;
    }

    void append(long neighbour, long edgeId) {
        entries.add(new Entry(neighbour, edgeId));
        wide |= neighbour > 0xFFFF_FFFFL;
        wideEdgeIds |= edgeId < 0 || edgeId > 0xFFFF_FFFFL;
    }

    /** Removes the first entry that matches; 0 matches every edge id. */
    boolean remove(long neighbour, long edgeId) {
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (entry.neighbour == neighbour && (edgeId == 0 || entry.edgeId == edgeId)) {
                entries.remove(i);
                wideEdgeIds &= numbered() > 0;
                return true;
            }
        }
        return false;
    }

    int numbered() {
        return (int) entries.stream().filter(entry -> entry.edgeId != 0).count();
    }

    private int idBytes() {
        return wideEdgeIds ? 8 : 4;
    }

    private static int to8(int bytes) {
        return (bytes + 7) / 8 * 8;
    }

    private int neighboursEnd() {
        return 8 + entries.size() * (wide ? 8 : 4);
    }

    private int withColumn() {
        int begin = wideEdgeIds ? to8(neighboursEnd()) : neighboursEnd();
        return to8(begin + entries.size() * idBytes());
    }

    private int withIndexes() {
        int indexesEnd = neighboursEnd() + 4 + numbered() * 4;
        return to8((wideEdgeIds ? to8(indexesEnd) : indexesEnd) + numbered() * idBytes());
    }

    boolean isSparse() {
        return numbered() > 0 && withIndexes() < withColumn();
    }

    int bytes() {
        int body = numbered() == 0 ? to8(neighboursEnd()) : Math.min(withColumn(), withIndexes());
        return body + chunks.size() * 8;
    }

    byte[] image() {
        boolean ids = numbered() > 0;
        ByteBuffer image = ByteBuffer.allocate(bytes()).order(ByteOrder.LITTLE_ENDIAN);
        image.putInt(entries.size());
        image.putShort((short) ((wide ? 1 : 0) | (ids ? 2 : 0) | (ids && wideEdgeIds ? 4 : 0) | (isSparse() ? 8 : 0)));
        image.putShort((short) chunks.size());
        for (Entry entry : entries) {
            if (wide) {
                image.putLong(entry.neighbour);
            } else {
                image.putInt((int) entry.neighbour);
            }
        }
        if (isSparse()) {
            image.putInt(numbered());
            for (int i = 0; i < entries.size(); i++) {
                if (entries.get(i).edgeId != 0) {
                    image.putInt(i);
                }
            }
        }
        if (ids && wideEdgeIds) {
            image.position(to8(image.position()));
        }
        for (Entry entry : entries) {
            if (ids && (entry.edgeId != 0 || !isSparse())) {
                putId(image, entry.edgeId);
            }
        }
        image.position(to8(image.position()));
        chunks.forEach(image::putLong);
        return image.array();
    }

    private void putId(ByteBuffer image, long id) {
        if (wideEdgeIds) {
            image.putLong(id);
        } else {
            image.putInt((int) id);
        }
    }
}
