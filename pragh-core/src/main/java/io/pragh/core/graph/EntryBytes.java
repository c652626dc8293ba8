package io.pragh.core.graph;

import io.pragh.core.api.Update;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Words;

/**
 * Encodes entries as the argument of an update, and reads them in place: one entry by the update's two words, several
 * by its bytes, (neighbour 8, edge id 8) …. Stateless.
 */
final class EntryBytes {
    private static final int LENGTH = 2 * Long.BYTES;
    private static final int PROVISIONAL_SHIFT = 60;

    private EntryBytes() {}

    /** Encodes some of the words neighbour, edge id, neighbour …. */
    static byte[] of(long[] words, int from, int to) {
        byte[] bytes = new byte[(to - from) * Long.BYTES];
        for (int i = from; i < to; i++) {
            Words.setLong(bytes, (i - from) * Long.BYTES, words[i]);
        }
        return bytes;
    }

    /** How many entries an update has. */
    static int count(Update update) {
        int bytes = update.bytes().length;
        if (bytes % LENGTH != 0) {
            throw new PraghException("entries that are appended or taken have 16 bytes each: bytes=" + bytes);
        }
        return bytes == 0 ? 1 : bytes / LENGTH;
    }

    static long neighbour(Update update, int entry) {
        return update.bytes().length == 0 ? update.first() : Words.getLong(update.bytes(), entry * LENGTH);
    }

    /** The edge id of an entry as given, which may be {@link ListOperations#PROVISIONAL}. */
    static long edgeId(Update update, int entry) {
        return update.bytes().length == 0
                ? update.second()
                : Words.getLong(update.bytes(), entry * LENGTH + Long.BYTES);
    }

    private static boolean isProvisional(long edgeId) {
        return (edgeId & ~ListOperations.ALONE) >>> PROVISIONAL_SHIFT == 1;
    }

    /** The edge id that is stored: none for a provisional one. */
    static long stored(long edgeId) {
        return isProvisional(edgeId) ? 0 : edgeId & ~ListOperations.ALONE;
    }

    /** The edge id that a cautious attempt uses: a provisional one as a final id, any other one unchanged. */
    static long settled(long edgeId) {
        return isProvisional(edgeId) ? edgeId & ~(ListOperations.PROVISIONAL | ListOperations.ALONE) : edgeId;
    }

    static boolean mustBeAlone(long edgeId) {
        return (edgeId & ListOperations.ALONE) != 0;
    }

    /** Whether an update appends no more entries than fit into an empty block. */
    static boolean fitOneBlock(Update update) {
        return ListOperations.appendsAll(update.operation()) && shape(update).fits();
    }

    /** The shape of a block with exactly these entries. */
    private static BlockShape shape(Update update) {
        BlockShape shape = BlockShape.EMPTY;
        for (int i = 0; i < count(update); i++) {
            shape = shape.with(neighbour(update, i), stored(edgeId(update, i)));
        }
        return shape;
    }
}
