package io.pragh.core.store.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ValueHeaderTest {
    @Test
    void theHeaderIsWrittenAsDrawnAndNotAByteBeyond() {
        Region region = Region.direct(1 << 16, 1);
        region.grow();
        byte[] garbage = new byte[64];
        Arrays.fill(garbage, (byte) 0xEE);
        region.put(4096, garbage, 0, garbage.length);

        long address = ValueAddress.of(3, 9, 5, 4096);
        ValueHeader.write(
                region, address, 0x1122334455667788L, 0x2132435465768798L, 7, ValueAddress.of(1, 0, 0, 16), 19);

        byte[] written = new byte[48];
        region.get(4096, written, 0, written.length);
        assertEquals(
                "8877665544332211" // key
                        + "9887766554433221" // state
                        + "0700000000000000" // version
                        + "0100000000008000" // previous: partition 1, one grain
                        + "13000000" // body bytes
                        + "05400200" // tag: class 9, generation 5
                        + "eeeeeeeeeeeeeeee",
                HexFormat.of().formatHex(written));
    }

    @Test
    void offsetsAreThoseOfTheDrawing() {
        assertEquals(0, ValueHeader.KEY_OFFSET);
        assertEquals(8, ValueHeader.STATE_OFFSET);
        assertEquals(16, ValueHeader.VERSION_OFFSET);
        assertEquals(24, ValueHeader.PREVIOUS_OFFSET);
        assertEquals(32, ValueHeader.BODY_BYTES_OFFSET);
        assertEquals(36, ValueHeader.TAG_OFFSET);
        assertEquals(40, ValueHeader.LENGTH);
    }

    @Test
    void theTagDependsOnClassAndGenerationAlone() {
        long address = ValueAddress.of(3, 9, 5, 4096);
        assertEquals(ValueHeader.tag(address), ValueHeader.tag(ValueAddress.of(4, 9, 5, 8192)));
        assertEquals(ValueHeader.tag(address), ValueHeader.tag(address | ValueAddress.BUSY));
        assertEquals(9 << 14 | 6, ValueHeader.tag(ValueAddress.of(3, 9, 6, 4096)));
        assertEquals(10 << 14 | 5, ValueHeader.tag(ValueAddress.of(3, 10, 5, 4096)));
    }
}
