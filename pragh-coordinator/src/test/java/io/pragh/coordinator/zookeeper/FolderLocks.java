package io.pragh.coordinator.zookeeper;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** Takes locks of data folders from their holders, as the end of a session does. Stateless. */
public final class FolderLocks {
    private static final int MILLIS = 10_000;

    private FolderLocks() {}

    /** Fails when nobody has the folder open. */
    public static void remove(String hosts, String folder) throws Exception {
        try (CuratorFramework client = CuratorFrameworkFactory.newClient(hosts, MILLIS, MILLIS, new RetryOneTime(1))) {
            client.start();
            client.delete().forPath("/pragh-folders/" + folder + "/lock");
        }
    }

    /** A bookie is listed as one that can be written to, though it need not run; or not any more. */
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
