package io.pragh.coordinator.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.testkit.PemPair;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.bookkeeper.client.BKException;
import org.apache.bookkeeper.client.BookKeeper;
import org.apache.bookkeeper.client.api.DigestType;
import org.apache.bookkeeper.client.api.ReadHandle;
import org.apache.bookkeeper.client.api.WriteHandle;
import org.apache.bookkeeper.conf.ClientConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that bookies with certificates speak TLS, and with those alone who have a certificate of the cluster. */
@SuppressWarnings("try") // BookKeeper's own close() may be interrupted
class SecureBookiesTest {
    private static final byte[] TEXT = "what is kept ".repeat(100).getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private String secret = "";
    private String member = "";
    private String stranger = "";
    private ThreeBookies bookies;

    @BeforeEach
    void start() throws Exception {
        secret = "secretFile=" + Files.writeString(folder.resolve("secret"), "a secret of the nodes alone\n");
        PemPair own = PemPair.make(folder, "member", "EC");
        PemPair other = PemPair.make(folder, "stranger", "EC");
        member = secret + "&certificate=" + own.certificate() + "&privateKey=" + own.privateKey() + "&trusted="
                + own.certificate();
        stranger = secret + "&certificate=" + other.certificate() + "&privateKey=" + other.privateKey() + "&trusted="
                + own.certificate();
        bookies = new ThreeBookies(folder, member);
    }

    @AfterEach
    void stop() {
        bookies.close();
    }

    @Test
    void whatIsWrittenIsReadAgainAlsoWhenABookieIsReplaced() throws Exception {
        bookies.write(TEXT);
        bookies.stop(0);
        bookies.check(TEXT);
        bookies.start(0);
        bookies.stop(1);
        String lost = bookies.startAnother(1);
        bookies.bookie(0).replace(lost, (done, all) -> {});
        bookies.stop(2);
        bookies.check(TEXT);
    }

    /** As one who knows the secret, and has read at ZooKeeper which ledgers there are. */
    @Test
    void whoHasNoCertificateOfTheClusterReadsAndWritesNothing() throws Exception {
        bookies.write(TEXT);
        long ledger;
        try (BookKeeper known = BookKeeper.forConfig(client(member)).build()) {
            ledger = known.newListLedgersOp().execute().get().iterator().next();
            try (ReadHandle read = open(known, ledger)) {
                assertTrue(read.read(0, 0).iterator().hasNext());
            }
        }
        for (String wrong : new String[] {secret, stranger}) {
            try (BookKeeper client = BookKeeper.forConfig(client(wrong)).build()) {
                assertEquals(Map.of(), client.getBookieInfo(), "bookies that answer");
                try (ReadHandle read = open(client, ledger)) {
                    assertThrows(BKException.class, () -> read.read(0, 0));
                }
                try (WriteHandle write = client.newCreateLedgerOp()
                        .withPassword(new byte[0])
                        .execute()
                        .get()) {
                    assertThrows(BKException.class, () -> write.append(TEXT));
                }
            }
        }
        bookies.check(TEXT);
    }

    private ClientConfiguration client(String options) {
        return Ledgers.configuration(
                LedgerPlace.ofService("bookkeeper://" + bookies.zooKeeper() + "/graph?" + options));
    }

    private static ReadHandle open(BookKeeper client, long ledger) throws Exception {
        return client.newOpenLedgerOp()
                .withLedgerId(ledger)
                .withDigestType(DigestType.CRC32C)
                .withPassword(new byte[0])
                .withRecovery(false)
                .execute()
                .get();
    }

    /** A bookie without TLS, or somebody in between who says that there is none, is told nothing. */
    @Test
    void aClientWithCertificatesTellsNothingToABookieWithoutTls() throws Exception {
        bookies.close();
        bookies = new ThreeBookies(Files.createDirectories(folder.resolve("open")), secret);
        try (BookKeeper client = BookKeeper.forConfig(client(member)).build();
                WriteHandle write = client.newCreateLedgerOp()
                        .withPassword(new byte[0])
                        .execute()
                        .get()) {
            assertEquals(Map.of(), client.getBookieInfo(), "bookies that answer");
            assertThrows(BKException.class, () -> write.append(TEXT));
        }
    }

    @Test
    void filesThatAreMissingOrWrongAreNamed() {
        String nowhere = member.replace("member.key", "nowhere.key");
        String garbled = member.replaceFirst("privateKey=[^&]+", "privateKey=" + folder.resolve("secret"));
        for (String wrong : new String[] {nowhere, garbled}) {
            PraghException refused = assertThrows(
                    PraghException.class,
                    () -> bookies.place("graph", wrong).open().close());
            assertTrue(String.valueOf(refused.getMessage()).contains("privateKey="), refused::getMessage);
        }
        for (String part : new String[] {"secretFile", "certificate", "privateKey", "trusted"}) {
            String wrong = member.replaceFirst(part + "=[^&]+&?", "").replaceFirst("&$", "");
            PraghException refused = assertThrows(
                    PraghException.class,
                    () -> bookies.place("graph", wrong).open().close());
            assertTrue(String.valueOf(refused.getMessage()).contains("four files"), refused::getMessage);
        }
    }
}
