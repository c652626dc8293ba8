package io.pragh.core.property.element;

import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import io.pragh.core.memory.Words;
import io.pragh.core.property.Held;
import java.nio.ByteBuffer;

/**
 * A view of a VERTEX value in memory, for the time of a visit: reads label and properties without a copy, in the
 * layout of {@link VertexCodec}, with the checks of {@link VertexBody}. Reusable; one thread.
 */
public final class VertexInPlace {
    /** The segment of an empty view. */
    private static final ByteBuffer NOWHERE = ByteBuffer.allocateDirect(0);

    private ByteBuffer segment = NOWHERE;
    /** Index of the first byte of the body in the segment. */
    private int body;

    private int bodyBytes;
    private int flags;
    private int label;
    private int count;
    private boolean isWide;
    /** The origin of offsets, relative to the body. */
    private int rest;
    /** The position of the first entry, relative to the body. */
    private int entries;

    /** An empty view. */
    public VertexInPlace() {}

    /** Points the view at a body and reads its head. */
    public void look(Region region, long at, int bytes) {
        VertexCodec.checkHead(bytes);
        segment = region.segment(at);
        body = region.index(at);
        bodyBytes = bytes;
        int head = Words.getInt(segment, body + VertexCodec.LABEL_OFFSET);
        flags = VertexCodec.flags(head);
        label = head & VertexCodec.LABEL_MAX;
        int counts = Words.getInt(segment, body + VertexCodec.DIRECTORY_OFFSET);
        int words = VertexCodec.words(counts & VertexCodec.SHORT_MAX, bytes);
        rest = VertexCodec.HEAD_BYTES + words * Integer.BYTES;
        isWide = (flags & VertexCodec.WIDE) != 0;
        if (isWide) {
            entries = rest + Integer.BYTES;
            count = entries <= bytes ? Words.getInt(segment, body + rest) : -1;
        } else {
            entries = rest;
            count = counts >>> Short.SIZE;
        }
        int shift = isWide ? 3 : 2;
        if (count < 0 || entries + ((long) count + VertexBody.entries(flags, 0) << shift) > bytes) {
            throw new PraghException(
                    "a stored vertex has more properties than bytes: count=" + count + " bytes=" + bytes);
        }
    }

    /** The number of its label. */
    public int label() {
        return label;
    }

    /** As {@link StoredVertex#held}, for a key given by its number. */
    public Held held(int key, byte[] value) {
        boolean isOther = false;
        for (int place = find(key, 0); place < count; place = find(key, place + 1)) {
            int to = to(place);
            int from = from(place, to);
            if (to - from >= value.length && isAt(body + from, value)) {
                return Held.YES;
            }
            isOther |= segment.get(body + from) != value[0];
        }
        return isOther ? Held.UNKNOWN : Held.NO;
    }

    /** Compares from the end, because similar values have equal beginnings. */
    private boolean isAt(int index, byte[] value) {
        int last = value.length;
        while (last >= Long.BYTES) {
            last -= Long.BYTES;
            if (Words.getLong(segment, index + last) != Words.getLong(value, last)) {
                return false;
            }
        }
        while (last > 0) {
            last--;
            if (segment.get(index + last) != value[last]) {
                return false;
            }
        }
        return true;
    }

    private int find(int key, int from) {
        int place = from;
        if (isWide) {
            while (place < count && Words.getInt(segment, body + entries + (place << 3)) != key) {
                place++;
            }
            return place;
        }
        while (place < count && (Words.getInt(segment, body + entries + (place << 2)) & VertexCodec.SHORT_MAX) != key) {
            place++;
        }
        return place;
    }

    /** The position where a value begins, relative to the body. */
    private int from(int place, int to) {
        int from = offset(place);
        int end = entries + (VertexBody.entries(flags, count) << (isWide ? 3 : 2));
        if (from < end || from >= to) {
            throw new PraghException("a stored property is nowhere in its vertex: place=" + place + " bytes="
                    + bodyBytes + " offset=" + (from - rest));
        }
        return from;
    }

    private int to(int place) {
        return place + 1 < VertexBody.entries(flags, count) ? Math.min(offset(place + 1), bodyBytes) : bodyBytes;
    }

    private int offset(int place) {
        return rest
                + (isWide
                        ? Words.getInt(segment, body + entries + (place << 3) + Integer.BYTES)
                        : Words.getInt(segment, body + entries + (place << 2)) >>> Short.SIZE);
    }
}
