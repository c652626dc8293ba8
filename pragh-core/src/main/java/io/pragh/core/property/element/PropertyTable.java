package io.pragh.core.property.element;

import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.value.ValueCodec;
import io.pragh.core.property.value.ValueOutput;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the properties of a vertex one after the other and writes them in the layout of {@link VertexCodec}. The
 * width of the entries is known when the last property was added. One thread.
 */
public final class PropertyTable {
    private static final int CAPACITY_FIRST = 8;
    private static final int SHORT_ENTRY_BYTES = 2 * Short.BYTES;
    private static final int WIDE_ENTRY_BYTES = 2 * Integer.BYTES;

    private int[] keys = new int[CAPACITY_FIRST];
    /** The offset of each value within the values. */
    private int[] offsets = new int[CAPACITY_FIRST];

    private int count;
    private final ValueOutput values = new ValueOutput();
    /** Own properties of the last property, until the next one is added. */
    private @Nullable ValueOutput own;

    private int ownCount;
    private byte @Nullable [] supplied;
    /** Details of earlier properties. */
    private @Nullable ValueOutput details;

    private int detailCount;
    private @Nullable ValueOutput numbers;
    private int flags;
    /** The distance from the origin of offsets to the first value. */
    private int valuesFrom;

    /** Removes all properties. */
    public void clear() {
        values.clear();
        count = 0;
        ownCount = 0;
        supplied = null;
        detailCount = 0;
        numbers = null;
        if (own != null) {
            own.clear();
        }
        if (details != null) {
            details.clear();
        }
    }

    /** How many properties were added. */
    public int count() {
        return count;
    }

    /** An upper bound for the bytes of the properties, with numbers and details. */
    public int bytesMax() {
        return values.length()
                + (count + 1) * WIDE_ENTRY_BYTES
                + (own == null ? 0 : own.length())
                + (supplied == null ? 0 : supplied.length)
                + (details == null ? 0 : details.length());
    }

    /** Adds a property; the caller writes its value to the output returned. */
    public ValueOutput add(int key) {
        endProperty();
        enter(key, values.length());
        count++;
        return values;
    }

    /** As {@link #add(int)}, for a property with an identifier that the application has supplied. */
    public ValueOutput add(int key, Object identifier) {
        ValueOutput out = add(key);
        supplied = ValueCodec.encode(identifier);
        return out;
    }

    private void enter(int key, int offset) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
            offsets = Arrays.copyOf(offsets, 2 * count);
        }
        keys[count] = key;
        offsets[count] = offset;
    }

    /** Adds a property to the last property's own. */
    public void addOwn(int key, @Nullable Object value) {
        ValueOutput known = own;
        if (known == null) {
            known = new ValueOutput();
            own = known;
        }
        ValueCodec.write(known.putCount(key), value);
        ownCount++;
    }

    private void endProperty() {
        if (supplied == null && ownCount == 0) {
            return;
        }
        ValueOutput said = details;
        if (said == null) {
            said = new ValueOutput();
            details = said;
        }
        said.putCount(count - 1).putByte(supplied == null ? 0 : 1);
        if (supplied != null) {
            said.putBytes(supplied, 0, supplied.length);
        }
        said.putCount(ownCount);
        if (own != null) {
            said.putBytes(own.buffer(), 0, own.length());
            own.clear();
        }
        detailCount++;
        supplied = null;
        ownCount = 0;
    }

    /** Stores the properties' numbers, because they do not follow from the places. */
    void number(long next, List<VertexPropertyRecord> properties) {
        ValueOutput out = new ValueOutput().putCount(next);
        for (VertexPropertyRecord property : properties) {
            out.putCount(property.number());
        }
        numbers = out;
    }

    /**
     * Ends the table, and returns the flags of a vertex whose identifier takes so many bytes; 0 bytes mean that it is
     * not stored.
     */
    public int end(int identifierBytes) {
        endProperty();
        flags = (identifierBytes > 0 ? VertexCodec.IDENTIFIER : 0)
                | (numbers != null ? VertexCodec.NUMBERED : 0)
                | (detailCount > 0 ? VertexCodec.DETAILED : 0);
        enter(0, values.length()); // where numbers and details begin, if there are any
        int last = entries() == 0 ? 0 : offsets[entries() - 1];
        int keyMax = 0;
        for (int i = 0; i < count; i++) {
            keyMax = Math.max(keyMax, keys[i]);
        }
        valuesFrom = entriesBytes() + identifierBytes;
        if (keyMax > VertexCodec.SHORT_MAX || valuesFrom + last > VertexCodec.SHORT_MAX) {
            flags |= VertexCodec.WIDE;
            valuesFrom = entriesBytes() + identifierBytes;
        }
        return flags;
    }

    private int entries() {
        return VertexBody.entries(flags, count);
    }

    /** Bytes between directory and identifier. */
    public int entriesBytes() {
        return (flags & VertexCodec.WIDE) == 0
                ? entries() * SHORT_ENTRY_BYTES
                : Integer.BYTES + entries() * WIDE_ENTRY_BYTES;
    }

    /** Bytes behind the directory, without the identifier. */
    public int bytes() {
        int said = numbers == null ? 0 : numbers.length();
        if (details != null && detailCount > 0) {
            said += ValueOutput.countBytes(detailCount) + details.length();
        }
        return entriesBytes() + values.length() + said;
    }

    /** The count of properties for the head of a vertex with this first word, whose entries take so many bytes. */
    public static int countInHead(int head, int entriesBytes) {
        int flags = VertexCodec.flags(head);
        boolean isWide = (flags & VertexCodec.WIDE) != 0;
        return isWide ? 0 : entriesBytes / SHORT_ENTRY_BYTES - VertexBody.entries(flags, 0);
    }

    /** Writes the bytes between directory and identifier. */
    public void writeEntries(ValueOutput out) {
        boolean wide = (flags & VertexCodec.WIDE) != 0;
        if (wide) {
            out.putInt(count);
        }
        for (int i = 0; i < entries(); i++) {
            int offset = valuesFrom + offsets[i];
            if (wide) {
                out.putInt(keys[i]).putInt(offset);
            } else {
                out.putShort(keys[i]).putShort(offset);
            }
        }
    }

    /** Writes the bytes behind the identifier. */
    public void writeValues(ValueOutput out) {
        out.putBytes(values.buffer(), 0, values.length());
        if (numbers != null) {
            out.putBytes(numbers.buffer(), 0, numbers.length());
        }
        if (details != null && detailCount > 0) {
            out.putCount(detailCount).putBytes(details.buffer(), 0, details.length());
        }
    }
}
