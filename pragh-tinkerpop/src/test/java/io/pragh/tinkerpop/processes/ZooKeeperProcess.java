package io.pragh.tinkerpop.processes;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;

/**
 * The main class of a ZooKeeper server in a process that ends with its input. Other hosts than this machine can reach
 * it. One thread.
 */
final class ZooKeeperProcess {
    private ZooKeeperProcess() {}

    /** Arguments: the address and the port to listen at, and a folder. */
    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("clientPortAddress", arguments[0]);
        properties.setProperty("clientPort", arguments[1]);
        properties.setProperty("tickTime", "500");
        properties.setProperty("maxClientCnxns", "0");
        properties.setProperty("admin.enableServer", "false");
        properties.setProperty("forceSync", "no");
        Path folder = Files.createDirectories(Path.of(arguments[2]));
        try (ZooKeeperServerEmbedded server = ZooKeeperServerEmbedded.builder()
                .baseDir(folder)
                .configuration(properties)
                .exitHandler(ExitHandler.LOG_ONLY)
                .build()) {
            server.start(30_000);
            ChildProcess.say("serving");
            while (System.in.read() >= 0) {
                // input carries no orders
            }
        }
        System.exit(0);
    }
}
