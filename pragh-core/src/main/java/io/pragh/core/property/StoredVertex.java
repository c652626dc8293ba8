package io.pragh.core.property;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A vertex as it is stored: its bytes, of which only that is decoded which somebody asks for. All that read the vertex in one
 * transaction share it. Nothing of it changes; one thread at a time, because a name that is not known yet is read.
 */
final class StoredVertex {
    private final long vid;
    private final byte[] body;
    private final VertexCodec.Names names;
    private @Nullable Object id;

    StoredVertex(long vid, byte[] body, VertexCodec.Names names) {
        this.vid = vid;
        this.body = body;
        this.names = names;
    }

    long vid() {
        return vid;
    }

    int bytes() {
        return body.length;
    }

    /** What the application calls it: decoded once, so that all who keep it keep the same. */
    Object id() {
        Object known = id;
        if (known == null) {
            known = VertexCodec.id(body);
            id = known;
        }
        return known;
    }

    String label() {
        return VertexCodec.label(body, names);
    }

    int[] directory() {
        return VertexCodec.directory(body);
    }

    long nextNumber() {
        return VertexCodec.nextNumber(body);
    }

    /** Those properties that are wanted, decoded anew; the others are passed over. */
    List<VertexPropertyRecord> properties(VertexCodec.Wanted wanted) {
        return VertexCodec.properties(vid, body, names, wanted);
    }
}
