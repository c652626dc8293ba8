package io.pragh.coordinator.zookeeper;

import io.pragh.coordinator.exchange.ReportCodec;
import io.pragh.coordinator.exchange.ReportCollector;
import io.pragh.core.base.PraghException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.framework.recipes.cache.CuratorCacheStorage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands every arriving report to a collector; reports that were there before are of unknown age and are ignored. Any
 * thread.
 */
public final class ReportFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReportFeed.class);
    private static final long READY_SECONDS_MAX = 10;

    private final CuratorCache reports;
    private final ReportCollector collector;
    private final CountDownLatch ready = new CountDownLatch(1);

    ReportFeed(CuratorFramework client, ZooKeeperPaths paths, ReportCollector collector) {
        this.collector = collector;
        this.reports = CuratorCache.builder(client, paths.reports())
                .withStorage(CuratorCacheStorage.dataNotCached())
                .build();
        reports.listenable()
                .addListener(CuratorCacheListener.builder()
                        .forCreatesAndChanges((before, after) -> arrived(after))
                        .afterInitialized()
                        .build());
        reports.listenable()
                .addListener(CuratorCacheListener.builder()
                        .forInitialized(ready::countDown)
                        .build());
        reports.start();
    }

    private void arrived(ChildData data) {
        if (data.getData().length == 0) {
            return; // the parent of all reports
        }
        try {
            collector.offer(ReportCodec.decode(data.getData()));
        } catch (PraghException e) {
            LOG.warn("a report is not readable and is left out: path={} {}", data.getPath(), e.getMessage());
        }
    }

    /** Waits until every later report will be handed on, but at most for some seconds. */
    public void awaitReady() throws InterruptedException {
        if (!ready.await(READY_SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new PraghException("ZooKeeper does not list the reports", null, true);
        }
    }

    @Override
    public void close() {
        reports.close();
    }
}
