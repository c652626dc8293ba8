package io.pragh.core.property.change;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;
import io.pragh.core.property.element.Directory;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.VertexCodec;
import java.util.function.LongPredicate;

/**
 * Requires that a vertex exists, and adds a list to its directory if missing; {@code first} is the list's word. Part
 * of adding an edge. Changes nothing when the directory has the list, and makes the transaction conflict when the
 * vertex is gone. Stateless.
 */
public final class EnsureLabel implements ValueOperation {
    private static final int CODE = 20;

    /** The update for a vertex and a word. */
    static Update of(long vid, int word) {
        return new Update(CODE, ElementKeys.vertex(vid), word, 0);
    }

    /** The update for a list. */
    public static Update of(long list) {
        return of(GraphKey.vid(list), Directory.wordOf(list));
    }

    @Override
    public int code() {
        return CODE;
    }

    /**
     * True while the list exists: a vertex is removed together with its lists, in one commit, so the vertex exists
     * and its directory has the list.
     */
    @Override
    public boolean isImplied(Update update, LongPredicate there) {
        long vid = GraphKey.vid(update.key());
        int word = (int) update.first();
        for (boolean out : new boolean[] {true, false}) {
            if (Directory.has(word, out) && !there.test(ElementKeys.list(vid, Directory.label(word), out))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int newBytes(Update update, Region region, long body, int bodyBytes) {
        if (bodyBytes == ABSENT) {
            return WRONG_PLACE;
        }
        int at = find(update, region, body, bodyBytes);
        if (at < 0) {
            return bodyBytes + Integer.BYTES;
        }
        int known = region.getInt(VertexCodec.entryOffset(body, at));
        return (known | (int) update.first()) == known ? UNCHANGED : bodyBytes;
    }

    private static int find(Update update, Region region, long body, int bodyBytes) {
        int count = VertexCodec.words(region, body, bodyBytes);
        for (int i = 0; i < count; i++) {
            if (Directory.sameLabel(region.getInt(VertexCodec.entryOffset(body, i)), (int) update.first())) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void write(
            Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
        int at = find(update, region, body, bodyBytes);
        int word = (int) update.first();
        if (at >= 0) {
            region.copyTo(body, target, newBody, bodyBytes);
            long entry = VertexCodec.entryOffset(newBody, at);
            target.setInt(entry, target.getInt(entry) | word);
            return;
        }
        int count = VertexCodec.words(region, body, bodyBytes);
        int head = (int) (VertexCodec.entryOffset(body, count) - body);
        region.copyTo(body, target, newBody, head);
        VertexCodec.addWord(target, newBody);
        target.setInt(newBody + head, word);
        region.copyTo(body + head, target, newBody + head + Integer.BYTES, bodyBytes - head);
    }
}
