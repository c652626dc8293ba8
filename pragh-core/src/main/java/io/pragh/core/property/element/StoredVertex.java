package io.pragh.core.property.element;

import io.pragh.core.property.Held;
import io.pragh.core.property.VertexParts;
import io.pragh.core.property.VertexPropertyRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A vertex in its stored form: bytes of which each part is decoded on demand. All records of the vertex in one
 * transaction share it. Its content never changes; one thread at a time, because a name that this node does not know
 * yet is read.
 */
public final class StoredVertex implements VertexParts {
    /** A number that no key has. */
    private static final int NO_KEY = -1;

    private final long vid;
    private final byte[] bytes;
    private final VertexCodec.Names names;
    /** Null until a part is asked for. */
    private @Nullable VertexBody body;

    private @Nullable Object id;

    /** A vertex whose value has these bytes, which must not change any more. */
    public StoredVertex(long vid, byte[] bytes, VertexCodec.Names names) {
        this.vid = vid;
        this.bytes = bytes;
        this.names = names;
    }

    private VertexBody body() {
        VertexBody known = body;
        if (known == null) {
            known = new VertexBody(bytes);
            body = known;
        }
        return known;
    }

    @Override
    public long vid() {
        return vid;
    }

    /** How many bytes the value has. */
    public int bytes() {
        return bytes.length;
    }

    @Override
    public boolean isCalledByNumber() {
        return !body().hasIdentifier();
    }

    /** Decoded once, so that all callers get the same object. */
    @Override
    public Object id() {
        Object known = id;
        if (known == null) {
            VertexBody parts = body();
            known = parts.hasIdentifier() ? VertexCodec.present(VertexCodec.read(parts.identifier())) : (Long) vid;
            id = known;
        }
        return known;
    }

    @Override
    public String label() {
        return names.vertexLabel(body().label());
    }

    @Override
    public int[] directory() {
        return body().directory();
    }

    @Override
    public long nextNumber() {
        VertexBody parts = body();
        return parts.isNumbered() ? parts.said().getCount() : parts.count();
    }

    private static @Nullable SaidOfProperties said(VertexBody parts, VertexCodec.Names names) {
        return parts.isNumbered() || parts.isDetailed() ? new SaidOfProperties(parts, names) : null;
    }

    private VertexPropertyRecord property(VertexBody parts, int place, String key, @Nullable SaidOfProperties said) {
        Object value = VertexCodec.read(parts.value(place));
        return said == null
                ? VertexPropertyRecord.natural(vid, place, key, value)
                : said.property(vid, place, said.number(place), key, value);
    }

    @Override
    public List<VertexPropertyRecord> properties() {
        VertexBody parts = body();
        SaidOfProperties said = said(parts, names);
        List<VertexPropertyRecord> found = new ArrayList<>(parts.count());
        for (int place = 0; place < parts.count(); place++) {
            found.add(property(parts, place, names.key(parts.key(place)), said));
        }
        return found;
    }

    /**
     * The number of a key; {@link #NO_KEY} when no property of the vertex has it. If this node does not know the
     * key's number, it reads the catalogue.
     */
    private int number(@Nullable String key, VertexBody parts) {
        if (key == null) {
            return NO_KEY;
        }
        int number = names.knownKey(key);
        if (number == 0 && parts.count() > 0) {
            names.key(parts.keyMax());
            number = names.knownKey(key);
        }
        return number == 0 ? NO_KEY : number;
    }

    @Override
    public List<VertexPropertyRecord> properties(String... keys) {
        VertexBody parts = body();
        SaidOfProperties said = said(parts, names);
        List<VertexPropertyRecord> found = new ArrayList<>(keys.length);
        if (keys.length == 1) {
            int key = number(keys[0], parts);
            for (int i = parts.find(key, 0); i < parts.count(); i = parts.find(key, i + 1)) {
                found.add(property(parts, i, keys[0], said));
            }
            return found;
        }
        int[] numbers = new int[keys.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(keys[i], parts);
        }
        for (int place = 0; place < parts.count(); place++) {
            int key = parts.key(place);
            int wanted = 0;
            while (wanted < numbers.length && numbers[wanted] != key) {
                wanted++;
            }
            if (wanted < numbers.length) {
                found.add(property(parts, place, keys[wanted], said));
            }
        }
        return found;
    }

    @Override
    public @Nullable VertexPropertyRecord property(long number) {
        VertexBody parts = body();
        SaidOfProperties said = said(parts, names);
        if (!parts.isNumbered()) {
            boolean there = number >= 0 && number < parts.count();
            return there ? property(parts, (int) number, names.key(parts.key((int) number)), said) : null;
        }
        for (int place = 0; said != null && place < parts.count(); place++) {
            if (said.number(place) == number) {
                Object value = VertexCodec.read(parts.value(place));
                return said.property(vid, place, number, names.key(parts.key(place)), value);
            }
        }
        return null;
    }

    @Override
    public Held held(String key, byte[] value) {
        VertexBody parts = body();
        int number = number(key, parts);
        boolean isOther = false;
        for (int i = parts.find(number, 0); i < parts.count(); i = parts.find(number, i + 1)) {
            int from = parts.from(i);
            int to = from + value.length;
            if (to <= parts.to(i) && Arrays.equals(bytes, from, to, value, 0, value.length)) {
                return Held.YES;
            }
            isOther |= bytes[from] != value[0];
        }
        return isOther ? Held.UNKNOWN : Held.NO;
    }
}
