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
        int ids = entries.size() * (wide ? 8 : 4);
        return 8 + (ids + 7) / 8 * 8 + (edgeIds ? entries.size() * 8 : 0) + chunks.size() * 8;
    }

    byte[] image() {
        ByteBuffer image = ByteBuffer.allocate(bytes()).order(ByteOrder.LITTLE_ENDIAN);
        image.putInt(entries.size());
        image.putShort((short) ((wide ? 1 : 0) | (edgeIds ? 2 : 0)));
        image.putShort((short) chunks.size());
        for (Entry entry : entries) {
            if (wide) {
                image.putLong(entry.neighbour);
            } else {
                image.putInt((int) entry.neighbour);
            }
        }
        image.position((image.position() + 7) / 8 * 8);
        for (Entry entry : entries) {
            if (edgeIds) {
                image.putLong(entry.edgeId);
            }
        }
        chunks.forEach(image::putLong);
        return image.array();
    }
}
