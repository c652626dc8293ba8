package io.pragh.core.property.element;

import io.pragh.core.property.VertexParts;
import io.pragh.core.property.VertexPropertyRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A vertex as it is stored: its bytes, of which only that is decoded which somebody asks for. All that read the vertex in one
 * transaction share it. Nothing of it changes; one thread at a time, because a name that is not known yet is read.
 */
public final class StoredVertex implements VertexParts {
    private final long vid;
    private final byte[] body;
    private final VertexCodec.Names names;
    private @Nullable Object id;

    /** A vertex whose value has these bytes, which nobody changes any more. */
    public StoredVertex(long vid, byte[] body, VertexCodec.Names names) {
        this.vid = vid;
        this.body = body;
        this.names = names;
    }

    @Override
    public long vid() {
        return vid;
    }

    /** How many bytes its value has. */
    public int bytes() {
        return body.length;
    }

    /** Decoded once, so that all who keep it keep the same. */
    @Override
    public Object id() {
        Object known = id;
        if (known == null) {
            known = VertexCodec.id(body);
            id = known;
        }
        return known;
    }

    @Override
    public String label() {
        return VertexCodec.label(body, names);
    }

    @Override
    public int[] directory() {
        return VertexCodec.directory(body);
    }

    @Override
    public long nextNumber() {
        return VertexCodec.nextNumber(body);
    }

    @Override
    public List<VertexPropertyRecord> properties(VertexParts.Wanted wanted) {
        return VertexCodec.properties(vid, body, names, wanted);
    }
}
