package io.pragh.core.property.element;

import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Words;
import io.pragh.core.property.value.ValueInput;

/**
 * Finds the parts of a VERTEX value, whose layout {@link VertexCodec} describes. Each part is checked when it is
 * accessed, so that a corrupt value causes an exception, and neither an endless loop nor a huge allocation. Immutable
 * by agreement.
 */
final class VertexBody {
    private static final int SHORT_ENTRY_SHIFT = 2;
    private static final int WIDE_ENTRY_SHIFT = 3;

    private final byte[] body;
    private final int flags;
    private final int count;
    /** The origin of offsets. */
    private final int rest;
    /** The position of the first entry. */
    private final int entries;

    /** Reads the head. */
    VertexBody(byte[] body) {
        this.body = body;
        VertexCodec.checkHead(body.length);
        flags = VertexCodec.flags(Words.getInt(body, VertexCodec.LABEL_OFFSET));
        rest = VertexCodec.HEAD_BYTES + words() * Integer.BYTES;
        if (isWide()) {
            entries = rest + Integer.BYTES;
            count = entries <= body.length ? Words.getInt(body, rest) : -1;
        } else {
            entries = rest;
            count = Words.getUnsignedShort(body, VertexCodec.COUNT_OFFSET);
        }
        if (count < 0 || entries + ((long) count + entries(flags, 0) << entryShift()) > body.length) {
            throw new PraghException(
                    "a stored vertex has more properties than bytes: count=" + count + " bytes=" + body.length);
        }
    }

    /** How many entries there are, including the one for numbers and details. */
    static int entries(int flags, int count) {
        return (flags & (VertexCodec.NUMBERED | VertexCodec.DETAILED)) == 0 ? count : count + 1;
    }

    private boolean isWide() {
        return (flags & VertexCodec.WIDE) != 0;
    }

    private int entryShift() {
        return isWide() ? WIDE_ENTRY_SHIFT : SHORT_ENTRY_SHIFT;
    }

    boolean hasIdentifier() {
        return (flags & VertexCodec.IDENTIFIER) != 0;
    }

    /** Whether the numbers of its properties are stored. */
    boolean isNumbered() {
        return (flags & VertexCodec.NUMBERED) != 0;
    }

    /** Whether some property has stored details. */
    boolean isDetailed() {
        return (flags & VertexCodec.DETAILED) != 0;
    }

    int label() {
        return VertexCodec.label(Words.getInt(body, VertexCodec.LABEL_OFFSET));
    }

    private int words() {
        return VertexCodec.words(Words.getUnsignedShort(body, VertexCodec.DIRECTORY_OFFSET), body.length);
    }

    int[] directory() {
        int[] directory = new int[words()];
        for (int i = 0; i < directory.length; i++) {
            directory[i] = Words.getInt(body, (int) VertexCodec.entryOffset(0, i));
        }
        return directory;
    }

    /** How many properties there are. */
    int count() {
        return count;
    }

    /** The greatest key of a property. */
    int keyMax() {
        int most = 0;
        for (int place = 0; place < count; place++) {
            most = Math.max(most, key(place));
        }
        return most;
    }

    /** The next place, from the given one on, of a property with a key; {@link #count} when there is none. */
    int find(int key, int from) {
        int place = from;
        while (place < count && key(place) != key) {
            place++;
        }
        return place;
    }

    /** The key of a property. */
    int key(int place) {
        int at = entries + (place << entryShift());
        return isWide() ? Words.getInt(body, at) : Words.getUnsignedShort(body, at);
    }

    private int offset(int place) {
        int at = entries + (place << entryShift());
        return rest
                + (isWide() ? Words.getInt(body, at + Integer.BYTES) : Words.getUnsignedShort(body, at + Short.BYTES));
    }

    private int entriesTo() {
        return entries + (entries(flags, count) << entryShift());
    }

    /** The position where a value begins; place {@link #count} stands for numbers and details. */
    int from(int place) {
        int from = offset(place);
        if (from < entriesTo() || from >= to(place)) {
            throw new PraghException("a stored property is nowhere in its vertex: place=" + place + " bytes="
                    + body.length + " offset=" + (from - rest));
        }
        return from;
    }

    /** The position where that value ends. */
    int to(int place) {
        return place + 1 < entries(flags, count) ? Math.min(offset(place + 1), body.length) : body.length;
    }

    /** The value at a place. */
    ValueInput value(int place) {
        return new ValueInput(body, from(place), to(place));
    }

    /** Numbers and details, if there are any. */
    ValueInput said() {
        return value(count);
    }

    /** The identifier, if it is stored. */
    ValueInput identifier() {
        return new ValueInput(body, entriesTo());
    }
}
