package io.pragh.coordinator.ledger;

import io.pragh.coordinator.zookeeper.FolderTakenException;
import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.bookkeeper.client.BKException;
import org.apache.bookkeeper.client.BookKeeper;
import org.apache.bookkeeper.client.DefaultEnsemblePlacementPolicy;
import org.apache.bookkeeper.client.api.DigestType;
import org.apache.bookkeeper.client.api.LedgerMetadata;
import org.apache.bookkeeper.client.api.LedgersIterator;
import org.apache.bookkeeper.client.api.ListLedgersResult;
import org.apache.bookkeeper.client.api.ReadHandle;
import org.apache.bookkeeper.client.api.WriteHandle;
import org.apache.bookkeeper.conf.ClientConfiguration;
import org.apache.bookkeeper.net.BookieId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder's ledgers at the bookies: creates, opens and deletes them. Each entry has three copies, and is
 * acknowledged when two exist. Any thread.
 */
final class Ledgers implements AutoCloseable {
    static final int COPIES = 3;
    /** Copies of an entry that are durable when it is acknowledged. */
    static final int ACKNOWLEDGED = 2;

    /** Time for which a missing bookie is waited for. */
    private static final long ALL_NANOS = 5_000_000_000L;

    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final long LOOK_NANOS = 500_000_000;
    private static final byte[] PASSWORD = new byte[0];
    private static final String FOLDER = "pragh-folder";
    private static final String TERM = "pragh-term";

    private static final Logger LOG = LoggerFactory.getLogger(Ledgers.class);

    private final BookKeeper client;
    private final String folder;

    private Ledgers(BookKeeper client, String folder) {
        this.client = client;
        this.folder = folder;
    }

    /**
     * Connects, and waits for some seconds until all copies can be made, or for a minute until enough can: bookies
     * may be starting, too.
     */
    static Ledgers open(LedgerPlace place) {
        long began = System.nanoTime();
        PraghException last;
        do {
            try {
                long waited = System.nanoTime() - began;
                return connect(place, waited < ALL_NANOS ? COPIES : ACKNOWLEDGED);
            } catch (PraghException away) {
                if (!away.retryable()) {
                    throw away; // the address itself is wrong
                }
                last = away;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        } while (System.nanoTime() - began < PATIENCE_NANOS
                && !Thread.currentThread().isInterrupted());
        throw last;
    }

    private static Ledgers connect(LedgerPlace place, int needed) {
        BookKeeper client = null;
        try {
            client = BookKeeper.forConfig(configuration(place)).build();
            Set<BookieId> writable = new HashSet<>(client.getMetadataClientDriver()
                    .getRegistrationClient()
                    .getWritableBookies()
                    .get()
                    .getValue());
            // a killed bookie is listed until its session ends, so it must answer, too
            writable.retainAll(client.getBookieInfo().keySet());
            int there = writable.size();
            if (there >= needed) {
                Ledgers ledgers = new Ledgers(client, place.folder());
                client = null;
                return ledgers;
            }
            throw new IOException("too few bookies are there: needed=" + needed + " there=" + there);
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
            throw away(place, ends);
        } catch (BKException | IOException | ExecutionException failed) {
            throw away(place, failed);
        } finally {
            if (client != null) {
                end(client, place);
            }
        }
    }

    private static void end(BookKeeper client, LedgerPlace place) {
        try {
            client.close();
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
        } catch (BKException failed) {
            LOG.warn("a connection to BookKeeper does not end in order: folder={}", place, failed);
        }
    }

    private static PraghException away(LedgerPlace place, Exception cause) {
        return new PraghException(
                "BookKeeper does not answer; have its bookies been started (pragh bookie), and do all addresses name"
                        + " the same secretFile and authority of certificates, or none? folder=" + place
                        + " because " + reason(cause),
                cause,
                true);
    }

    /** What BookKeeper says of a failure, with its first cause, which its own text leaves out. */
    static String reason(Throwable failure) {
        Throwable first = failure;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        return first == failure ? failure.toString() : failure + ": " + first.getMessage();
    }

    /** Configuration of a client of the bookies. */
    static ClientConfiguration configuration(LedgerPlace place) {
        ClientConfiguration configuration = new ClientConfiguration();
        place.configure(configuration);
        if (!place.secretFile().isEmpty()) {
            configuration.setClientAuthProviderFactoryClass(BookieHandshake.OfClient.class.getName());
        }
        // two acknowledgements suffice: of three bookies, one may be away
        configuration.setDelayEnsembleChange(true);
        configuration.setEnsemblePlacementPolicy(DefaultEnsemblePlacementPolicy.class);
        configuration.setNumIOThreads(1);
        configuration.setNumWorkerThreads(1);
        return configuration;
    }

    /** Creates a ledger, with three copies, or with two when there are only two bookies. */
    WriteHandle create(long term) throws IOException {
        try {
            return create(term, COPIES);
        } catch (NotEnoughBookiesException few) {
            return create(term, ACKNOWLEDGED);
        }
    }

    private WriteHandle create(long term, int copies) throws IOException {
        Map<String, byte[]> whose = new HashMap<>();
        whose.put(FOLDER, folder.getBytes(StandardCharsets.UTF_8));
        whose.put(TERM, Long.toString(term).getBytes(StandardCharsets.UTF_8));
        return get(client.newCreateLedgerOp()
                .withEnsembleSize(copies)
                .withWriteQuorumSize(copies)
                .withAckQuorumSize(ACKNOWLEDGED)
                .withDigestType(DigestType.CRC32C)
                .withPassword(PASSWORD)
                .withCustomMetadata(whose)
                .execute());
    }

    /** Opens a ledger and fences it: its former writer cannot write it from now on. */
    CompletableFuture<ReadHandle> recover(long ledger) {
        return open(ledger, true);
    }

    /** Opens a ledger that another process may be writing. */
    CompletableFuture<ReadHandle> look(long ledger) {
        return open(ledger, false);
    }

    private CompletableFuture<ReadHandle> open(long ledger, boolean recovery) {
        return client.newOpenLedgerOp()
                .withLedgerId(ledger)
                .withDigestType(DigestType.CRC32C)
                .withPassword(PASSWORD)
                .withRecovery(recovery)
                .execute();
    }

    /** Begins to delete a ledger. */
    CompletableFuture<Void> delete(long ledger) {
        return client.newDeleteLedgerOp().withLedgerId(ledger).execute();
    }

    /**
     * Ledgers that were made for this folder in an earlier term than {@code term}, and are none of {@code known}.
     * Reads the metadata of all ledgers.
     */
    List<Long> left(Set<Long> known, long term) throws IOException {
        List<CompletableFuture<LedgerMetadata>> asked = new ArrayList<>();
        ListLedgersResult all = get(client.newListLedgersOp().execute()); // its close does nothing
        for (LedgersIterator each = all.iterator(); each.hasNext(); ) {
            long ledger = each.next();
            if (!known.contains(ledger)) {
                asked.add(client.getLedgerMetadata(ledger));
            }
        }
        List<Long> left = new ArrayList<>();
        for (CompletableFuture<LedgerMetadata> each : asked) {
            try {
                LedgerMetadata metadata = get(each); // a ledger of another folder may be gone by now
                if (isOurs(metadata, term)) {
                    left.add(metadata.getLedgerId());
                }
            } catch (NoLedgerException gone) {
                LOG.debug("a ledger of another folder is gone by now", gone);
            }
        }
        return left;
    }

    private boolean isOurs(LedgerMetadata metadata, long term) {
        byte[] whose = metadata.getCustomMetadata().get(FOLDER);
        byte[] when = metadata.getCustomMetadata().get(TERM);
        return whose != null
                && when != null
                && Arrays.equals(whose, folder.getBytes(StandardCharsets.UTF_8))
                && Long.parseLong(new String(when, StandardCharsets.UTF_8)) < term;
    }

    /**
     * Waits for a result.
     *
     * @throws FolderTakenException when another process has opened the ledger meanwhile
     * @throws NotEnoughBookiesException when too few answer
     * @throws NoLedgerException when there is no such ledger
     */
    <T> T get(CompletableFuture<T> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException ends) {
            throw interrupted(ends);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            int code = cause instanceof BKException known ? known.getCode() : 0;
            throw switch (code) {
                case BKException.Code.LedgerFencedException -> new FolderTakenException(folder, cause);
                case BKException.Code.NotEnoughBookiesException -> new NotEnoughBookiesException(folder, cause);
                case BKException.Code.NoSuchLedgerExistsException,
                        BKException.Code.NoSuchLedgerExistsOnMetadataServerException ->
                    new NoLedgerException(folder, cause);
                default -> new IOException("BookKeeper fails: folder=" + folder + " because " + cause, cause);
            };
        }
    }

    /**
     * Waits for so many seconds at most; false when the operation is still under way then, or has failed, as without
     * ZooKeeper.
     *
     * @throws FolderTakenException when another process has opened the ledger meanwhile
     */
    boolean isDone(CompletableFuture<?> future, long seconds) throws IOException {
        try {
            future.get(seconds, TimeUnit.SECONDS);
            return true;
        } catch (InterruptedException ends) {
            throw interrupted(ends);
        } catch (TimeoutException slow) {
            return false;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof BKException known
                    && known.getCode() == BKException.Code.LedgerFencedException) {
                throw new FolderTakenException(folder, known);
            }
            LOG.info("BookKeeper could not write down that a ledger ends: folder={}", folder, failed);
            return false;
        }
    }

    private IOException interrupted(InterruptedException ends) {
        Thread.currentThread().interrupt();
        InterruptedIOException failed =
                new InterruptedIOException("interrupted while bookies were waited for: folder=" + folder);
        failed.initCause(ends);
        return failed;
    }

    @Override
    public void close() throws IOException {
        try {
            client.close();
        } catch (BKException failed) {
            throw new IOException("the connection to BookKeeper does not end in order: folder=" + folder, failed);
        } catch (InterruptedException ends) {
            throw interrupted(ends);
        }
    }

    /** Too few bookies answer. Immutable. */
    static final class NotEnoughBookiesException extends IOException {
        private static final long serialVersionUID = 1L;

        NotEnoughBookiesException(String folder, Throwable cause) {
            super(
                    "too few bookies answer; see to those that are away: needed=" + ACKNOWLEDGED + " folder=" + folder,
                    cause);
        }
    }

    /** There is no such ledger. Immutable. */
    static final class NoLedgerException extends IOException {
        private static final long serialVersionUID = 1L;

        NoLedgerException(String folder, Throwable cause) {
            super("a ledger is gone that a file of the data folder lies in: folder=" + folder, cause);
        }
    }
}
