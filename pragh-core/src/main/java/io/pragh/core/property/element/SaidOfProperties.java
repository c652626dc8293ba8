package io.pragh.core.property.element;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.value.ValueInput;
import org.jspecify.annotations.Nullable;

/**
 * Reads the numbers and details of a stored vertex's properties (the <i>said</i> part of {@link VertexCodec}), by
 * ascending place. One thread.
 */
final class SaidOfProperties {
    private final VertexCodec.Names names;
    /** Null when the numbers are the places. */
    private final @Nullable ValueInput numbers;

    private int numbered;

    private final @Nullable ValueInput details;
    private int detailsLeft;
    /** The place of the next detail, if one is left. */
    private int detailPlace = -1;

    /** Reads the numbers and details of a vertex that has either. */
    SaidOfProperties(VertexBody body, VertexCodec.Names names) {
        this.names = names;
        numbers = body.isNumbered() ? body.said() : null;
        if (numbers != null) {
            numbers.getCount(); // skips the next number
        }
        details = body.isDetailed() ? body.said() : null;
        if (details != null) {
            for (int i = body.isNumbered() ? body.count() + 1 : 0; i > 0; i--) {
                details.getCount();
            }
            detailsLeft = details.getLength();
            nextDetail(details);
        }
    }

    private void nextDetail(ValueInput in) {
        if (detailsLeft > 0) {
            long place = in.getCount();
            if (place <= detailPlace || place > Integer.MAX_VALUE) {
                throw new PraghException(
                        "a stored vertex says something of a property that does not come next: place=" + place);
            }
            detailPlace = (int) place;
        }
    }

    /** Returns the number of the property at a place, which must not be before one that was asked for. */
    long number(int place) {
        if (numbers == null) {
            return place;
        }
        long number = 0;
        for (; numbered <= place; numbered++) {
            number = numbers.getCount();
        }
        return number;
    }

    /** Makes the property at a place, which must be behind those that were asked for, with its details. */
    VertexPropertyRecord property(long vid, int place, long number, String key, @Nullable Object value) {
        ValueInput in = details;
        while (in != null && detailsLeft > 0 && detailPlace < place) {
            if (in.getByte() != 0) {
                VertexCodec.skip(in);
            }
            VertexCodec.skipProperties(in);
            detailsLeft--;
            nextDetail(in);
        }
        if (in == null || detailsLeft == 0 || detailPlace != place) {
            return VertexPropertyRecord.natural(vid, number, key, value);
        }
        VertexPropertyRecord property = in.getByte() == 0
                ? VertexPropertyRecord.natural(vid, number, key, value)
                : new VertexPropertyRecord(number, VertexCodec.present(VertexCodec.read(in)), key, value);
        VertexCodec.decode(in, property::put, names);
        detailsLeft--;
        nextDetail(in);
        return property;
    }
}
