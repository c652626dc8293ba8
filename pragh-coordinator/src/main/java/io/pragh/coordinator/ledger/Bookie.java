package io.pragh.coordinator.ledger;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DiskServerProvider;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.bookkeeper.bookie.BookieImpl;
import org.apache.bookkeeper.bookie.BookieResources;
import org.apache.bookkeeper.bookie.InterleavedLedgerStorage;
import org.apache.bookkeeper.bookie.LedgerDirsManager;
import org.apache.bookkeeper.bookie.LedgerStorage;
import org.apache.bookkeeper.bookie.LegacyCookieValidation;
import org.apache.bookkeeper.bookie.UncleanShutdownDetectionImpl;
import org.apache.bookkeeper.client.BookKeeperAdmin;
import org.apache.bookkeeper.common.allocator.ByteBufAllocatorWithOomHandler;
import org.apache.bookkeeper.conf.ServerConfiguration;
import org.apache.bookkeeper.discover.BookieServiceInfo;
import org.apache.bookkeeper.discover.RegistrationManager;
import org.apache.bookkeeper.meta.LedgerManager;
import org.apache.bookkeeper.meta.LedgerManagerFactory;
import org.apache.bookkeeper.meta.MetadataBookieDriver;
import org.apache.bookkeeper.proto.BookieServer;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.apache.bookkeeper.util.DiskChecker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A BookKeeper server in this process, which keeps copies of ledgers below a folder: pure Java, and it syncs its
 * journal before it acknowledges. Any thread.
 */
public final class Bookie implements DiskServerProvider.DiskServer {
    private static final int JOURNAL_MEGABYTES = 128;
    private static final int ENTRY_LOG_BYTES = 256 << 20;
    private static final int IO_THREADS = 2;
    private static final Logger LOG = LoggerFactory.getLogger(Bookie.class);

    private final BookieServer server;
    private final Deque<AutoCloseable> opened;

    private final LedgerPlace place;

    private Bookie(LedgerPlace place, BookieServer server, Deque<AutoCloseable> opened) {
        this.place = place;
        this.server = server;
        this.opened = opened;
    }

    /**
     * Starts a bookie; ledgers that it has kept before are there again, if host and port are the same.
     *
     * @param service {@code bookkeeper://host:port} of the ZooKeeper at which it registers; with {@code ?secretFile=FILE},
     *     the bookie serves only those who have the secret, and with {@code &certificate=FILE&privateKey=FILE&trusted=FILE}
     *     only over TLS
     * @param folder for all its files; created if it is missing
     * @param host an address of this machine, by which others reach it, and on which alone it listens
     * @param port the port at which it listens
     */
    public static Bookie start(String service, Path folder, String host, int port) {
        LedgerPlace place = LedgerPlace.ofService(service);
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        boolean done = false;
        try {
            Files.createDirectories(folder);
            ServerConfiguration configuration = configuration(place, folder, host, port);
            try {
                BookKeeperAdmin.initNewCluster(configuration);
            } catch (Exception raced) {
                // another bookie was first, or ZooKeeper does not answer: the next step tells which
                LOG.info("BookKeeper's part of ZooKeeper is there already, or cannot be made: {}", raced.toString());
            }
            BookieServer server = server(configuration, opened);
            server.start();
            if (!server.isRunning()) {
                throw new IOException("it has ended at once: exitCode=" + server.getExitCode());
            }
            done = true;
            return new Bookie(place, server, opened);
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
            throw cannot(folder, port, ends);
        } catch (Exception failed) {
            throw cannot(folder, port, failed);
        } finally {
            if (!done) {
                closeAll(opened);
            }
        }
    }

    private static ServerConfiguration configuration(LedgerPlace place, Path folder, String host, int port)
            throws IOException {
        NetworkInterface network = NetworkInterface.getByInetAddress(InetAddress.getByName(host));
        if (network == null) {
            throw new IOException("this is no address of this machine: host=" + host);
        }
        ServerConfiguration configuration = new ServerConfiguration();
        place.configure(configuration);
        if (!place.secretFile().isEmpty()) {
            configuration.setBookieAuthProviderFactoryClass(BookieHandshake.OfBookie.class.getName());
        }
        configuration.setBookiePort(port);
        configuration.setListeningInterface(network.getName());
        configuration.setAdvertisedAddress(host);
        configuration.setAllowLoopback(true);
        configuration.setJournalDirName(folder.resolve("journal").toString());
        configuration.setLedgerDirNames(new String[] {folder.resolve("ledgers").toString()});
        configuration.setLedgerStorageClass(InterleavedLedgerStorage.class.getName());
        configuration.setJournalFlushWhenQueueEmpty(true); // an entry does not wait for others to share a sync with
        configuration.setJournalRemovePagesFromCache(false); // this would reach into the JDK
        configuration.setMaxJournalSizeMB(JOURNAL_MEGABYTES);
        configuration.setEntryLogSizeLimit(ENTRY_LOG_BYTES);
        configuration.setMinUsableSizeForEntryLogCreation(ENTRY_LOG_BYTES);
        configuration.setServerNumIOThreads(IO_THREADS);
        configuration.setHttpServerEnabled(false);
        configuration.setStatisticsEnabled(false);
        return configuration;
    }

    private static BookieServer server(ServerConfiguration configuration, Deque<AutoCloseable> opened)
            throws Exception {
        NullStatsLogger uncounted = NullStatsLogger.INSTANCE;
        MetadataBookieDriver driver = open(opened, BookieResources.createMetadataDriver(configuration, uncounted));
        RegistrationManager registration = open(opened, driver.createRegistrationManager());
        LedgerManagerFactory managers = driver.getLedgerManagerFactory(); // closed with the driver
        LedgerManager manager = open(opened, managers.newLedgerManager());
        DiskChecker checker = BookieResources.createDiskChecker(configuration);
        LedgerDirsManager ledgers = BookieResources.createLedgerDirsManager(configuration, checker, uncounted);
        LedgerDirsManager indexes = BookieResources.createIndexDirsManager(configuration, checker, uncounted, ledgers);
        ByteBufAllocatorWithOomHandler allocator = BookieResources.createAllocator(configuration);
        LegacyCookieValidation.newLegacyCookieValidation(configuration, registration)
                .checkCookies(folders(configuration));
        LedgerStorage storage =
                BookieResources.createLedgerStorage(configuration, manager, ledgers, indexes, uncounted, allocator);
        BookieImpl bookie = new BookieImpl(
                configuration,
                registration,
                storage,
                checker,
                ledgers,
                indexes,
                uncounted,
                allocator,
                BookieServiceInfo.NO_INFO);
        BookieServer server = BookieServer.newBookieServer(
                configuration, bookie, uncounted, allocator, new UncleanShutdownDetectionImpl(ledgers));
        opened.push(server::shutdown);
        return server;
    }

    private static <T extends AutoCloseable> T open(Deque<AutoCloseable> opened, T part) {
        opened.push(part);
        return part;
    }

    /** Creates the folders; each has a mark by which the bookie recognizes it. */
    private static List<File> folders(ServerConfiguration configuration) throws IOException {
        List<File> folders = new ArrayList<>();
        for (File journal : configuration.getJournalDirs()) {
            folders.add(BookieImpl.getCurrentDirectory(journal));
        }
        for (File ledgers : configuration.getLedgerDirs()) {
            folders.add(BookieImpl.getCurrentDirectory(ledgers));
        }
        for (File folder : folders) {
            BookieImpl.checkDirectoryStructure(folder);
        }
        return folders;
    }

    private static PraghException cannot(Path folder, int port, Exception why) {
        return new PraghException(
                "a bookie does not start: folder=" + folder + " port=" + port + " because " + Ledgers.reason(why), why);
    }

    private static void closeAll(Deque<AutoCloseable> opened) {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception failed) {
                LOG.warn("a part of a bookie did not end in order", failed);
            }
        }
    }

    @Override
    public boolean isRunning() {
        return server.isRunning();
    }

    @Override
    public int replace(String lost, DiskServerProvider.Copied copied) {
        return LostBookie.copy(place, lost, copied);
    }

    @Override
    public void close() {
        closeAll(opened);
    }
}
