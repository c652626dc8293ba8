package io.pragh.rdma.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.testkit.Asker;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that a certificate that names a graph or a member is accepted for no other graph and no other member. The
 * graph of the tests is "test". The tests compare names with each other, and let nodes with other or no names call
 * over TLS.
 */
class NamedCertificatesTest {
    private static final String GRAPH = "urn:pragh:graph:test";

    @TempDir
    static Path folder;

    private static TestAuthority authority;

    @BeforeAll
    static void makeAuthority() {
        authority = TestAuthority.in(folder);
    }

    /** Settings of a node whose certificate has these URIs. */
    private static Map<String, String> with(String... uris) {
        return TcpNodes.settings(
                authority.member("member" + String.join("", uris).replaceAll("[^a-z0-9]", "-"), uris));
    }

    private static CertificateNames names(String... uris) {
        return CertificateNames.ofFile(Path.of(with(uris).get("certificate")));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // the URI of the certificate, the URI of the other node's certificate, whether the first may be
                // member 4 of the graph "test"
                "-, -, true",
                "urn:pragh:graph:test, -, true",
                "urn:pragh:node:4, -, true",
                "urn:pragh:graph:tes, -, false",
                "urn:pragh:graph:tests, -, false",
                "urn:pragh:node:5, -, false",
                "urn:pragh:node:44, -, false",
                "urn:example:something, -, true",
                "-, urn:pragh:graph:test, false",
                "-, urn:pragh:node:3, false",
                "urn:pragh:node:4, urn:pragh:graph:test, false",
                "urn:pragh:graph:test, urn:pragh:node:3, false",
                "urn:pragh:node:4, urn:pragh:node:3, true",
                "urn:pragh:graph:test, urn:pragh:graph:test, true",
            })
    void isHeldToWhatItSays(String says, String othersSays, boolean allowed) {
        CertificateNames shown = says == null ? names() : names(says);
        CertificateNames own = othersSays == null ? names() : names(othersSays);
        assertEquals(allowed, shown.problemWith(own, "test", 4) == null, () -> shown.problemWith(own, "test", 4));
    }

    @Test
    void mayLieBehindItsKeyInOneFile() throws IOException {
        Map<String, String> settings = with(GRAPH);
        Path both = folder.resolve("both.pem");
        Files.writeString(
                both,
                Files.readString(Path.of(settings.get("privateKey")))
                        + Files.readString(Path.of(settings.get("certificate"))));
        assertEquals(1, CertificateNames.ofFile(both).graphs().size());
    }

    @Test
    void mayBeForSeveralAndNamesAreWrittenAsUrisAre() {
        CertificateNames several = names(GRAPH, "urn:pragh:graph:two%20words", "urn:pragh:node:3", "urn:pragh:node:4");
        assertEquals(2, several.graphs().size());
        assertEquals(Set.of("urn:pragh:node:3", "urn:pragh:node:4"), several.nodes());
        assertEquals(null, several.problemWith(several, "two words", 3));
        assertTrue(several.problemWith(several, "two", 3) != null);
    }

    @Test
    void aNodeWhoseOwnCertificateIsForAnotherDoesNotStart() {
        PraghException refused = assertThrows(
                PraghException.class,
                () -> TcpNodes.open(4, 1, with(GRAPH, "urn:pragh:node:3")).close());
        assertTrue(refused.getMessage().contains("needed=urn:pragh:node:4"), refused.getMessage());
    }

    /**
     * Both certificates are issued by the same authority. One of them names neither graph nor member, like that of a
     * web server.
     */
    @Test
    void whoCallsNeedsACertificateForTheGraph() {
        try (TcpFabric listener = TcpNodes.open(3, 1, with(GRAPH, "urn:pragh:node:3"));
                TcpFabric member = TcpNodes.open(4, 1, with(GRAPH, "urn:pragh:node:4"));
                TcpFabric unnamed = TcpNodes.open(6, 1, with());
                Asker friendly = new Asker(member);
                Workers nobody = new Workers()) {
            Region shown = listener.region(1 << 16, 1);
            shown.grow();
            listener.expose(9, shown);
            long before = listener.refusals().count();
            unnamed.meet(3, listener.address());
            nobody.await("a refusal", () -> listener.refusals().count() > before);
            assertFalse(unnamed.peers().hasReached(3));
            member.meet(3, listener.address());
            nobody.await("the member is let in", () -> friendly.tryRead(9, 8) == OpStatus.OK);
        }
    }

    @Test
    void whoIsCalledNeedsACertificateForTheGraph() {
        try (TcpFabric listener = TcpNodes.open(3, 1, with());
                TcpFabric caller = TcpNodes.open(4, 1, with(GRAPH));
                Workers nobody = new Workers()) {
            long before = caller.refusals().count();
            caller.meet(3, listener.address());
            nobody.await("a refusal", () -> caller.refusals().count() > before);
            assertFalse(caller.peers().hasReached(3));
        }
    }
}
