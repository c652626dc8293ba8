package io.pragh.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.FabricProvider;
import io.pragh.core.fabric.FabricSeat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the errors of {@link VerbsFabric} that need no RDMA device: a missing device, and addresses and settings
 * that are not valid.
 */
class VerbsMissingTest {
    private static FabricSeat seat(String address, Map<String, String> settings) {
        return new FabricSeat("test", 0, 1, address, settings);
    }

    @Test
    void whereNoDeviceHasTheAddressOneLineSaysWhatIsMissing() {
        FabricSeat seat = seat("rdma://127.0.0.1:0", Map.of());

        String said = assertThrows(PraghException.class, () -> FabricProvider.openFabric(seat))
                .getMessage();

        assertTrue(said.startsWith("no RDMA here, see docs/rdma.md: address=127.0.0.1:0 reason="), said);
        assertFalse(said.contains("\n"), said);
        if (Runtime.version().feature() < 22) {
            assertTrue(said.contains("RDMA needs JDK 22 or newer"), said);
            assertTrue(said.contains("or install DiSNI's native library: libdisni cannot be loaded: "), said);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rdma:", "rdma://", "rdma://host", "rdma://host:x", "rdma://host:70000", "rdma://:1"})
    void anAddressThatCannotBeMeantIsRefused(String address) {
        String said = assertThrows(PraghException.class, () -> FabricProvider.openFabric(seat(address, Map.of())))
                .getMessage();

        assertTrue(said.contains("rdma://host:port"), said);
    }

    @Test
    void settingsAreCheckedBeforeADeviceIsLookedFor() {
        String misspelt = assertThrows(
                        PraghException.class,
                        () -> FabricProvider.openFabric(seat("rdma://127.0.0.1:0", Map.of("silenceMilis", "1"))))
                .getMessage();
        String small = assertThrows(
                        PraghException.class,
                        () -> FabricProvider.openFabric(seat("rdma://127.0.0.1:0", Map.of("silenceMillis", "1"))))
                .getMessage();

        assertTrue(misspelt.contains("silenceMilis"), misspelt);
        assertTrue(small.contains("silenceMillis=1"), small);
    }

    @Test
    void whatOthersAreToldIsTheAdvertisedAddress() {
        VerbsSettings settings = VerbsSettings.of(seat("rdma://10.0.0.1:0", Map.of("advertise", "rdma-1:4711")));

        assertEquals("rdma://rdma-1:4711", settings.address("10.0.0.1", 9));
        assertEquals(
                "rdma://10.0.0.1:9",
                VerbsSettings.of(seat("rdma://*:0", Map.of())).address("10.0.0.1", 9));
    }
}
