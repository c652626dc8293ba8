package io.pragh.coordinator.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.client.BKException;
import org.apache.bookkeeper.client.BookKeeper;
import org.apache.bookkeeper.client.api.DigestType;
import org.apache.bookkeeper.client.api.ReadHandle;
import org.apache.bookkeeper.client.api.WriteHandle;
import org.apache.bookkeeper.conf.ClientConfiguration;
import org.apache.bookkeeper.meta.zk.ZKMetadataClientDriver;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that bookies with a secret, and their ZooKeeper, serve nobody who does not have it. */
@SuppressWarnings("try") // BookKeeper's own close() may be interrupted
class StrangersAtBookiesTest {
    private static final byte[] TEXT = "what is kept".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private String secret = "";
    private String another = "";
    private ThreeBookies bookies;

    @BeforeEach
    void start() throws IOException {
        secret = file("secret", "a secret of the nodes alone");
        another = file("another", "a secret of other nodes");
        bookies = new ThreeBookies(folder, "secretFile=" + secret);
    }

    @AfterEach
    void stop() {
        bookies.close();
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text + "\n").toString();
    }

    @Test
    void whoHasTheSecretReadsWhatWasWrittenAlsoWhenBookiesHaveGoneAndCome() throws Exception {
        bookies.write(TEXT);
        bookies.stop(0);
        bookies.check(TEXT);
        bookies.start(0);
        bookies.stop(1);
        bookies.check(TEXT);
        String lost = bookies.startAnother(1);
        bookies.bookie(0).replace(lost, (done, all) -> {});
        bookies.stop(2);
        bookies.check(TEXT);
    }

    @Test
    void whoHasNoneOrAnotherOpensReadsAndDeletesNothing() throws Exception {
        bookies.write(TEXT);
        for (String wrong : List.of("", another)) {
            DataPlace place = bookies.place("graph", wrong.isEmpty() ? "" : "secretFile=" + wrong);
            PraghException refused =
                    assertThrows(PraghException.class, () -> place.open().close());
            assertTrue(String.valueOf(refused.getMessage()).contains("?secretFile="), refused::getMessage);
            assertThrows(IOException.class, place::isThere);
            assertThrows(IOException.class, place::inside);
        }
        ZooKeeper stranger = new ZooKeeper(bookies.zooKeeper(), 5_000, event -> {});
        try {
            for (String path : List.of("/pragh-ledgers", "/pragh-folders/graph")) {
                assertThrows(KeeperException.NoAuthException.class, () -> stranger.getChildren(path, false));
                assertThrows(KeeperException.NoAuthException.class, () -> stranger.getData(path, false, null));
            }
            for (String path : List.of("/pragh-ledgers/available", "/pragh-folders/graph")) {
                assertThrows(KeeperException.NoAuthException.class, () -> stranger.delete(path, -1));
            }
        } finally {
            stranger.close();
        }
        bookies.check(TEXT);
    }

    /** As one who had read at ZooKeeper which ledgers there are. */
    @Test
    void aBookieItselfAsksForTheSecret() throws Exception {
        bookies.write(TEXT);
        LedgerPlace place = LedgerPlace.of(bookies.place("graph").toString());
        try (BookKeeper known =
                        BookKeeper.forConfig(Ledgers.configuration(place)).build();
                BookKeeper stranger =
                        BookKeeper.forConfig(withoutHandshake(place)).build()) {
            long ledger = known.newListLedgersOp().execute().get().iterator().next();
            assertEquals(3, known.getBookieInfo().size());
            try (ReadHandle read = open(known, ledger)) {
                assertTrue(read.read(0, 0).iterator().hasNext());
            }
            try (ReadHandle read = open(stranger, ledger)) {
                assertThrows(BKException.class, () -> read.read(0, 0));
            }
            try (WriteHandle write = stranger.newCreateLedgerOp()
                    .withPassword(new byte[0])
                    .execute()
                    .get(20, TimeUnit.SECONDS)) {
                assertThrows(BKException.BKUnauthorizedAccessException.class, () -> write.append(TEXT));
            }
        }
    }

    private static ClientConfiguration withoutHandshake(LedgerPlace place) {
        ClientConfiguration configuration = Ledgers.configuration(place);
        configuration.setClientAuthProviderFactoryClass("");
        return configuration;
    }

    private static ReadHandle open(BookKeeper client, long ledger) throws Exception {
        return client.newOpenLedgerOp()
                .withLedgerId(ledger)
                .withDigestType(DigestType.CRC32C)
                .withPassword(new byte[0])
                .withRecovery(false)
                .execute()
                .get(20, TimeUnit.SECONDS);
    }

    @Test
    void theKeyIsPresentedAgainWhenASessionHasEnded() throws Exception {
        bookies.write(TEXT);
        LedgerPlace place = LedgerPlace.of(bookies.place("graph").toString());
        try (BookKeeper client =
                BookKeeper.forConfig(Ledgers.configuration(place)).build()) {
            ZooKeeper session = ((ZKMetadataClientDriver) client.getMetadataClientDriver()).getZk();
            long before = session.getSessionId();
            byte[] word = session.getSessionPasswd();
            long began = System.nanoTime();
            while (session.getSessionId() == before && System.nanoTime() - began < 30_000_000_000L) {
                // The client may take its session back before the request to end it arrives: asked again, then.
                new ZooKeeper(bookies.zooKeeper(), 5_000, event -> {}, before, word).close();
            }
            assertNotEquals(before, session.getSessionId(), "there is another session");
            assertTrue(client.newListLedgersOp().execute().get().iterator().hasNext());
        }
    }

    @Test
    void aBookieDoesNotUseWhatOthersMayChange() throws Exception {
        bookies.close();
        Path other = Files.createDirectories(folder.resolve("other"));
        try (ThreeBookies open = new ThreeBookies(other)) {
            PraghException refused = assertThrows(
                    PraghException.class,
                    () -> Bookie.start(
                            "bookkeeper://" + open.zooKeeper() + "?secretFile=" + secret,
                            other.resolve("bookie"),
                            "127.0.0.1",
                            0));
            assertTrue(String.valueOf(refused.getMessage()).contains("without this secret"), refused::getMessage);
        }
        bookies = new ThreeBookies(Files.createDirectories(folder.resolve("again")), "secretFile=" + secret);
    }

    @Test
    void nobodyKeepsAGraphWhereOthersMayRemoveIt() throws Exception {
        ZooKeeper stranger = new ZooKeeper(bookies.zooKeeper(), 5_000, event -> {});
        try {
            stranger.create("/pragh-folders", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            PraghException removable = assertThrows(PraghException.class, () -> bookies.write(TEXT));
            assertTrue(String.valueOf(removable.getMessage()).contains("others may change"), removable::getMessage);
        } finally {
            stranger.close();
        }
    }

    @Test
    void aMissingOrShortSecretIsNamed() throws Exception {
        String shorter = file("short", "short");
        for (String wrong : List.of(shorter, folder.resolve("nowhere").toString())) {
            PraghException refused = assertThrows(
                    PraghException.class,
                    () -> bookies.place("graph", "secretFile=" + wrong).open().close());
            assertTrue(String.valueOf(refused.getMessage()).contains("secretFile=" + wrong), refused::getMessage);
        }
    }
}
