package io.pragh.coordinator.zookeeper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.placement.CoordinationKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a data folder's record tells a write whose answer was lost from one of another process. */
class FolderRecordTest {
    private static final int SESSION_MILLIS = 2_000;

    private EmbeddedZooKeeper zooKeeper;
    private LossyLine line;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        zooKeeper = EmbeddedZooKeeper.start(folder, 0);
        String hosts = zooKeeper.connectString();
        line = new LossyLine(Integer.parseInt(hosts.substring(hosts.lastIndexOf(':') + 1)));
    }

    @AfterEach
    void stop() throws IOException {
        line.close();
        zooKeeper.close();
    }

    @Test
    void aWriteWhoseAnswerIsLostIsNotTakenForAnotherProcess() throws IOException {
        try (FolderRecord record = opened(line.hosts());
                FolderRecord other = opened(zooKeeper.connectString())) {
            line.losesAnswers = true;
            assertThrows(IOException.class, () -> record.write(bytes("first")));
            line.losesAnswers = false;
            assertArrayEquals(bytes("first"), other.read(), "the write has arrived");
            record.write(bytes("second"));
            record.write(bytes("third"));
            assertArrayEquals(bytes("third"), other.read());
        }
    }

    @Test
    void aWriteOfAnotherProcessIsNoticedBehindOneWhoseAnswerIsLost() throws IOException {
        try (FolderRecord record = opened(line.hosts());
                FolderRecord other = opened(zooKeeper.connectString())) {
            line.losesAnswers = true;
            assertThrows(IOException.class, () -> record.write(bytes("first")));
            line.losesAnswers = false;
            other.read();
            other.write(bytes("other"));
            FolderTakenException taken = assertThrows(FolderTakenException.class, () -> record.write(bytes("second")));
            assertTrue(String.valueOf(taken.getMessage()).contains("another process"), taken::toString);
            assertArrayEquals(bytes("other"), other.read());
        }
    }

    private static FolderRecord opened(String hosts) throws IOException {
        FolderRecord record = FolderRecord.open(hosts, "graph", SESSION_MILLIS, CoordinationKey.NONE);
        record.make();
        record.read();
        return record;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Passes everything on to a server of this machine, and its answers unless they are to be lost. Any thread. */
    private static final class LossyLine implements AutoCloseable {
        private final ServerSocket entrance;
        private final int port;
        private volatile boolean losesAnswers;

        LossyLine(int port) throws IOException {
            this.port = port;
            this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            run(this::accept);
        }

        String hosts() {
            return "127.0.0.1:" + entrance.getLocalPort();
        }

        private static void run(Runnable task) {
            Thread thread = new Thread(task, "lossy-line");
            thread.setDaemon(true);
            thread.start();
        }

        private void accept() {
            try {
                while (!entrance.isClosed()) {
                    Socket client = entrance.accept();
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
                    run(() -> pass(client, server, false));
                    run(() -> pass(server, client, true));
                }
            } catch (IOException closed) {
                return; // the test is over
            }
        }

        private void pass(Socket from, Socket to, boolean answers) {
            byte[] bytes = new byte[1 << 12];
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                    if (answers && losesAnswers) {
                        return; // the connection is lost with the answer
                    }
                    out.write(bytes, 0, read);
                }
            } catch (IOException closed) {
                return; // by the other end
            }
        }

        @Override
        public void close() throws IOException {
            entrance.close();
        }
    }
}
