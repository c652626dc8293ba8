package io.pragh.core.property.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.property.element.NamesByLength;
import io.pragh.core.property.element.StoredVertex;
import io.pragh.core.property.element.VertexCodec;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Checks what a transaction keeps of the vertices that it has read: the latest ones, up to a bound. */
class RecentVerticesTest {
    private static final int BODY_BYTES = 12;

    private final VertexCodec.Names names = new NamesByLength();
    private final RecentVertices recent = new RecentVertices();

    private StoredVertex vertex(long vid, int bytes) {
        return new StoredVertex(vid, new byte[bytes], names);
    }

    @Test
    void whatWasReadIsKnownAndNothingElse() {
        assertNull(recent.find(1));
        StoredVertex one = vertex(1, BODY_BYTES);
        recent.add(one);
        assertSame(one, recent.find(1));
        assertNull(recent.find(1 + (1L << 32)));
        recent.clear();
        assertNull(recent.find(1));
        assertEquals(0, recent.size());
    }

    @Test
    void theLastOnesAreKnownAndTwiceAsManyAtMost() {
        long many = 5L * RecentVertices.COUNT_MAX + 7;
        for (long vid = 0; vid < many; vid++) {
            recent.add(vertex(vid * vid, BODY_BYTES));
        }
        assertTrue(recent.size() <= 2 * RecentVertices.COUNT_MAX, "size=" + recent.size());
        for (long vid = many - RecentVertices.COUNT_MAX; vid < many; vid++) {
            assertEquals(
                    vid * vid, Objects.requireNonNull(recent.find(vid * vid)).vid());
        }
        assertNull(recent.find(1));
    }

    @Test
    void whatIsAskedForAgainAndAgainStays() {
        recent.add(vertex(-1, BODY_BYTES));
        for (long vid = 0; vid < 5L * RecentVertices.COUNT_MAX; vid++) {
            recent.add(vertex(vid, BODY_BYTES));
            assertNotNull(recent.find(-1));
        }
    }

    @Test
    void largeOnesAreForgottenBeforeTheyAreMany() {
        int large = 1 << 20;
        for (long vid = 0; vid < 100; vid++) {
            recent.add(vertex(vid, large));
        }
        assertNotNull(recent.find(99));
        assertTrue((long) recent.size() * large <= 2 * RecentVertices.BYTES_MAX + 2L * large, "size=" + recent.size());
    }
}
