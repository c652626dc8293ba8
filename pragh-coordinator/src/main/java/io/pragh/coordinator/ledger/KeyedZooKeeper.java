package io.pragh.coordinator.ledger;

import io.pragh.coordinator.zookeeper.ZooKeeperLogin;
import io.pragh.core.placement.CoordinationKey;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.bookkeeper.conf.AbstractConfiguration;
import org.apache.bookkeeper.conf.ClientConfiguration;
import org.apache.bookkeeper.conf.ServerConfiguration;
import org.apache.bookkeeper.discover.RegistrationManager;
import org.apache.bookkeeper.discover.ZKRegistrationManager;
import org.apache.bookkeeper.meta.MetadataBookieDriver;
import org.apache.bookkeeper.meta.MetadataClientDriver;
import org.apache.bookkeeper.meta.MetadataDrivers;
import org.apache.bookkeeper.meta.exceptions.Code;
import org.apache.bookkeeper.meta.exceptions.MetadataException;
import org.apache.bookkeeper.meta.zk.ZKMetadataClientDriver;
import org.apache.bookkeeper.meta.zk.ZKMetadataDriverBase;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.apache.bookkeeper.stats.StatsLogger;
import org.apache.bookkeeper.zookeeper.BoundExponentialBackoffRetryPolicy;
import org.apache.bookkeeper.zookeeper.RetryPolicy;
import org.apache.bookkeeper.zookeeper.ZooKeeperClient;
import org.apache.bookkeeper.zookeeper.ZooKeeperWatcherBase;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * BookKeeper's connection to ZooKeeper, which presents the bookies' key. What it creates there is for those who have the
 * key.
 */
@SuppressWarnings("try") // BookKeeper's own close() may be interrupted
final class KeyedZooKeeper extends ZooKeeperClient {
    private static final String SCHEME = "zk";
    private static final int RETRY_THREADS = 1;
    /** Parent of the bookies that only read; BookKeeper makes it on connections of its own. */
    private static final String READ_ONLY = "/available/readonly";

    private final ZooKeeperLogin login;

    private KeyedZooKeeper(
            String hosts, ZooKeeperWatcherBase watcher, AbstractConfiguration<?> configuration, ZooKeeperLogin login)
            throws IOException {
        super(
                hosts,
                configuration.getZkTimeout(),
                watcher,
                retries(configuration),
                retries(configuration),
                NullStatsLogger.INSTANCE,
                RETRY_THREADS,
                0,
                false);
        this.login = login;
    }

    /** The connection of a later session. */
    @Override
    protected ZooKeeper createZooKeeper() throws IOException {
        ZooKeeper next = super.createZooKeeper();
        login.present(next);
        return next;
    }

    /** Makes all of BookKeeper's connections of this process ones that present a key, where there is one. */
    static void register() {
        MetadataDrivers.registerBookieDriver(SCHEME, OfBookie.class, true);
        MetadataDrivers.registerClientDriver(SCHEME, OfClient.class, true);
    }

    /**
     * Connects with the key of a configuration; empty when it has none, so that BookKeeper connects by itself.
     *
     * @throws MetadataException when ZooKeeper does not answer, or others than those who have the key may change
     *     BookKeeper's data there
     */
    private static Optional<Object> connect(AbstractConfiguration<?> configuration) throws MetadataException {
        String file = configuration.getString(BookieKey.FILE, "");
        if (file.isEmpty()) {
            return Optional.empty();
        }
        CoordinationKey key = BookieKey.ofFile(file).coordination();
        ZooKeeperLogin login = ZooKeeperLogin.of(key);
        KeyedZooKeeper client = null;
        boolean done = false;
        try {
            ZooKeeperWatcherBase watcher = new ZooKeeperWatcherBase(configuration.getZkTimeout(), false);
            String hosts = ZKMetadataDriverBase.resolveZkServers(configuration);
            client = new KeyedZooKeeper(hosts, watcher, configuration, login);
            login.present(client);
            watcher.waitForConnection();
            String root = ZKMetadataDriverBase.resolveZkLedgersRootPath(configuration);
            login.check(client, root);
            login.make(client, root + READ_ONLY);
            done = true;
            return Optional.of(client);
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
            throw new MetadataException(Code.METADATA_SERVICE_ERROR, ends);
        } catch (KeeperException | IOException failed) {
            throw new MetadataException(Code.METADATA_SERVICE_ERROR, String.valueOf(failed.getMessage()), failed);
        } finally {
            if (client != null && !done) {
                end(client);
            }
        }
    }

    private static void end(ZooKeeper client) {
        try {
            client.close();
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
        }
    }

    private static RetryPolicy retries(AbstractConfiguration<?> configuration) {
        return new BoundExponentialBackoffRetryPolicy(
                configuration.getZkTimeout(), configuration.getZkTimeout(), Integer.MAX_VALUE);
    }

    /** A bookie's part. Made by BookKeeper, by the name of the class. */
    public static final class OfBookie extends ZKMetadataDriverBase implements MetadataBookieDriver {
        private @Nullable ServerConfiguration configuration;
        private boolean keyed;

        @Override
        public synchronized MetadataBookieDriver initialize(ServerConfiguration conf, StatsLogger stats)
                throws MetadataException {
            Optional<Object> client = connect(conf);
            keyed = client.isPresent();
            configuration = conf;
            initialize(conf, stats, retries(conf), client);
            return this;
        }

        @Override
        public synchronized RegistrationManager createRegistrationManager() {
            return new ZKRegistrationManager(Objects.requireNonNull(configuration), zk);
        }

        @Override
        public void close() {
            ZooKeeper own = zk;
            super.close();
            if (keyed && own != null) {
                end(own);
            }
        }
    }

    /** A client's part. Made by BookKeeper, by the name of the class. */
    public static final class OfClient extends ZKMetadataClientDriver {
        private boolean keyed;

        @Override
        public synchronized MetadataClientDriver initialize(
                ClientConfiguration conf, ScheduledExecutorService timer, StatsLogger stats, Optional<Object> given)
                throws MetadataException {
            Optional<Object> client = connect(conf);
            keyed = client.isPresent();
            return super.initialize(conf, timer, stats, keyed ? client : given);
        }

        @Override
        public synchronized void close() {
            ZooKeeper own = zk;
            super.close();
            if (keyed && own != null) {
                end(own);
            }
        }
    }
}
