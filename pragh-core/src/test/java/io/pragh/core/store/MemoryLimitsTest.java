package io.pragh.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.PraghException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryLimitsTest {
    @ParameterizedTest
    @CsvSource({
        "32768, 1048576, 16",
        "65537, 1048576, 16",
        "-2147483648, 1048576, 16",
        "0, 1048576, 16",
        "65536, 65535, 16",
        "65536, 34359738369, 16",
        "65536, 1048576, -1"
    })
    void whatNoPartitionCanHaveIsRefused(int segmentBytes, long bytesMax, int expectedKeys) {
        assertThrows(PraghException.class, () -> new MemoryLimits(segmentBytes, bytesMax, expectedKeys));
    }

    @ParameterizedTest
    @CsvSource({"65536, 65536, 1", "65536, 131071, 1", "65536, 131072, 2", "1073741824, 34359738368, 32"})
    void segmentsAreCountedDown(int segmentBytes, long bytesMax, int segments) {
        assertEquals(segments, new MemoryLimits(segmentBytes, bytesMax, 0).segmentCountMax());
    }

    @Test
    void theDefaultReachesAsFarAsAnAddress() {
        assertEquals(ValueAddress.OFFSET_MAX, MemoryLimits.DEFAULT.bytesMax());
    }
}
