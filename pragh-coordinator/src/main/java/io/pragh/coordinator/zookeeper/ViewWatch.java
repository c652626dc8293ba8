package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The latest view of a cluster, for a process that need not be a member. Any thread. */
public final class ViewWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ViewWatch.class);

    private final CuratorCache picture;
    private volatile @Nullable ClusterView view;

    ViewWatch(CuratorFramework client, ZooKeeperPaths paths) {
        this.picture = CuratorCache.build(client, paths.view(), CuratorCache.Options.SINGLE_NODE_CACHE);
        picture.listenable()
                .addListener(CuratorCacheListener.builder()
                        .forCreatesAndChanges((before, after) -> changed(after))
                        .build());
        picture.start();
    }

    private void changed(ChildData data) {
        try {
            view = StoredView.decode(data.getData()).at(data.getStat().getVersion());
        } catch (PraghException e) {
            LOG.warn("a picture of the cluster cannot be read, and the one before stays: {}", e.getMessage());
        }
    }

    /** The latest view; null until the first has arrived, or while there is no such graph. */
    public @Nullable ClusterView view() {
        return view;
    }

    @Override
    public void close() {
        picture.close();
    }
}
