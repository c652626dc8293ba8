package io.pragh.core.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoordinationTest {
    private static final NodeIdentity NODE = new NodeIdentity("a", "", 16, 1);

    @TempDir
    Path services;

    private ClassLoader before;
    private URLClassLoader loader;

    @BeforeEach
    void offerOneProvider() throws IOException {
        Path file = services.resolve("META-INF/services/" + CoordinationProvider.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, RefusingProvider.class.getName());
        before = Thread.currentThread().getContextClassLoader();
        loader = new URLClassLoader(new URL[] {services.toUri().toURL()}, before);
        Thread.currentThread().setContextClassLoader(loader);
    }

    @AfterEach
    void takeItBack() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        loader.close();
    }

    @Test
    void schemeChoosesTheProviderAndItGetsTheWholeString() {
        PraghException refused =
                assertThrows(PraghException.class, () -> Coordination.open("refuse:host:1/graph", NODE));
        assertEquals("asked for refuse:host:1/graph with no key", refused.getMessage());
    }

    @Test
    void unknownSchemeIsNamedTogetherWithTheKnownOnes() {
        PraghException unknown = assertThrows(PraghException.class, () -> Coordination.open("nosuch:graph", NODE));
        assertTrue(unknown.getMessage().contains("scheme=nosuch"), unknown.getMessage());
        assertTrue(unknown.getMessage().contains("refuse"), unknown.getMessage());
    }

    @Test
    void stringWithoutSchemeIsRefused() {
        assertThrows(PraghException.class, () -> Coordination.open("graph", NODE));
        assertThrows(PraghException.class, () -> Coordination.open(":graph", NODE));
    }

    @Test
    void identityChecksItsRanges() {
        assertThrows(PraghException.class, () -> new NodeIdentity("a", "", 0, 1));
        assertThrows(PraghException.class, () -> new NodeIdentity("a", "", 129, 1));
        assertThrows(PraghException.class, () -> new NodeIdentity("a", "", 16, 0));
        assertThrows(PraghException.class, () -> new NodeIdentity("a", "", 16, 17));
    }

    @Test
    void onlyInstantPlacementNeedsNoPlanner() {
        assertEquals(false, PlacementMode.INSTANT.isPlanned());
        assertTrue(PlacementMode.EAGER.isPlanned() && PlacementMode.DEFERRED.isPlanned());
    }

    /** Refuses every node, and names it. */
    public static final class RefusingProvider implements CoordinationProvider {
        @Override
        public String scheme() {
            return "refuse";
        }

        @Override
        public ClusterWatch watch(String connect, CoordinationKey key) {
            throw new PraghException("asked for " + connect + " with " + key);
        }
    }
}
