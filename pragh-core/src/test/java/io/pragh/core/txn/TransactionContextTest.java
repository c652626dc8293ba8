package io.pragh.core.txn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.Update;
import io.pragh.core.base.PraghException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Contexts come from applications, which got them from wherever. */
class TransactionContextTest {
    private static final int ARGUMENT_BYTES = 3;

    private static byte[] encoded() {
        TransactionContext context = new TransactionContext(TransactionOptions.DEFAULT, 7);
        context.add(new Update(1, 2, 3, 4, new byte[ARGUMENT_BYTES]));
        return context.encode();
    }

    @Test
    void contextComesBack() {
        assertArrayEquals(encoded(), TransactionContext.decode(encoded()).encode());
    }

    @Test
    void lengthsAreThoseOfWhatIsThere() {
        byte[] bytes = encoded();
        int lengthAt = bytes.length - ARGUMENT_BYTES - Integer.BYTES;
        for (int length : new int[] {Integer.MAX_VALUE, ARGUMENT_BYTES + 1, -1}) {
            byte[] forged = bytes.clone();
            ByteBuffer.wrap(forged).order(ByteOrder.LITTLE_ENDIAN).putInt(lengthAt, length);
            assertThrows(PraghException.class, () -> TransactionContext.decode(forged));
        }
        for (int cut = 0; cut < bytes.length; cut++) {
            byte[] part = Arrays.copyOf(bytes, cut);
            assertThrows(PraghException.class, () -> TransactionContext.decode(part));
        }
    }
}
