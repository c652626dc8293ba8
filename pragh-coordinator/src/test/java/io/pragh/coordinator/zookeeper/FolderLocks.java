package io.pragh.coordinator.zookeeper;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** Changes the records of data folders and bookies in ZooKeeper, as the end of a session would. Stateless. */
public final class FolderLocks {
    private static final int MILLIS = 10_000;

    private FolderLocks() {}

    /** Removes the lock of a data folder. Fails when no process has the folder open. */
    public static void remove(String hosts, String folder) throws Exception {
        try (CuratorFramework client = CuratorFrameworkFactory.newClient(hosts, MILLIS, MILLIS, new RetryOneTime(1))) {
            client.start();
            client.delete().forPath("/pragh-folders/" + folder + "/lock");
        }
    }

    /** Lists a bookie as writable, although it may not run, or removes it from the list. */
    public static void list(String hosts, String bookie, boolean there) throws Exception {
        try (CuratorFramework client = CuratorFrameworkFactory.newClient(hosts, MILLIS, MILLIS, new RetryOneTime(1))) {
            client.start();
            String path = "/pragh-ledgers/available/" + bookie;
            if (there) {
                client.create().forPath(path, new byte[0]);
            } else {
                client.delete().forPath(path);
            }
        }
    }
}
