package io.pragh.core.graph;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A list as the tests understand it, and the bytes it must have: written from the drawing, not from the code under test. */
final class ListImage {
    final List<Entry> entries = new ArrayList<>();
    final List<Long> chunks = new ArrayList<>();
    boolean wide;
    boolean edgeIds;
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
        edgeIds |= edgeId != 0;
        wideEdgeIds |= edgeId < 0 || edgeId > 0xFFFF_FFFFL;
    }

    /** Removes the first entry that fits; 0 fits every edge id. */
    boolean remove(long neighbour, long edgeId) {
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (entry.neighbour == neighbour && (edgeId == 0 || entry.edgeId == edgeId)) {
                entries.remove(i);
                return true;
            }
        }
        return false;
    }

    int bytes() {
        int ids = 8 + entries.size() * (wide ? 8 : 4);
        int columns = wideEdgeIds ? (ids + 7) / 8 * 8 + entries.size() * 8 : ids + (edgeIds ? entries.size() * 4 : 0);
        return (columns + 7) / 8 * 8 + chunks.size() * 8;
    }

    byte[] image() {
        ByteBuffer image = ByteBuffer.allocate(bytes()).order(ByteOrder.LITTLE_ENDIAN);
        image.putInt(entries.size());
        image.putShort((short) ((wide ? 1 : 0) | (edgeIds ? 2 : 0) | (wideEdgeIds ? 4 : 0)));
        image.putShort((short) chunks.size());
        for (Entry entry : entries) {
            if (wide) {
                image.putLong(entry.neighbour);
            } else {
                image.putInt((int) entry.neighbour);
            }
        }
        if (wideEdgeIds) {
            image.position((image.position() + 7) / 8 * 8);
        }
        for (Entry entry : entries) {
            if (wideEdgeIds) {
                image.putLong(entry.edgeId);
            } else if (edgeIds) {
                image.putInt((int) entry.edgeId);
            }
        }
        image.position((image.position() + 7) / 8 * 8);
        chunks.forEach(image::putLong);
        return image.array();
    }
}
