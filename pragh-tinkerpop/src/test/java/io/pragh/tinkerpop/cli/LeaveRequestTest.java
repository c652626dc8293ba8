package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the file by which a node is asked to leave, and the conclusions from the node's last lines. */
class LeaveRequestTest {
    @TempDir
    private Path folder;

    @Test
    void whoCouldNotHandEverythingOverHasNotDoneSo() {
        for (String data : new String[] {null, "/data/node-3"}) {
            assertTrue(LeaveRequest.isDone("pragh server: ready\n" + LeaveRequest.done(data) + "\n"));
            assertFalse(LeaveRequest.isDone("pragh server: ready\n" + LeaveRequest.cutShort(60, data) + "\n"));
        }
        assertFalse(LeaveRequest.isDone("pragh server: leaves its cluster, and hands its partitions over\n"));
    }

    @Test
    void whatStaysInADataFolderIsNotCalledLost() {
        assertTrue(LeaveRequest.cutShort(60, null).contains("what it still held is lost: seconds=60"));
        String kept = LeaveRequest.cutShort(60, "/data/node-3");
        assertTrue(kept.contains("what is left is not lost"), kept);
        assertTrue(kept.endsWith("folder=/data/node-3"), kept);
        assertTrue(LeaveRequest.done("/data/node-3").contains("its data folder is empty"));
    }

    @Test
    void aRequestIsSeenUntilItIsCleared() throws IOException {
        Path config = folder.resolve("node.yaml");
        assertEquals(LeaveRequest.NONE, LeaveRequest.secondsAsked(config));
        LeaveRequest.make(config, 17);
        assertEquals(17, LeaveRequest.secondsAsked(config));
        LeaveRequest.clear(config);
        assertEquals(LeaveRequest.NONE, LeaveRequest.secondsAsked(config));
    }

    /** A shell makes the file before it writes the number: a node that left then would hand nothing over. */
    @Test
    void aFileWithoutItsNumberIsNoRequestYet() throws IOException {
        Path config = folder.resolve("node.yaml");
        Path request = Files.writeString(folder.resolve("node.yaml.leave"), "");
        assertEquals(LeaveRequest.NONE, LeaveRequest.secondsAsked(config));
        Files.writeString(request, "60\n");
        assertEquals(60, LeaveRequest.secondsAsked(config));
    }

    /** A typo must not end a node that hands nothing over: without a data folder all that it holds would be lost. */
    @ParameterizedTest
    @ValueSource(strings = {"soon", "6O", "-1", "60 s", "9999999999999999999"})
    void anythingElseThanANumberIsNoRequest(String typed) throws IOException {
        Path config = folder.resolve("node.yaml");
        Files.writeString(folder.resolve("node.yaml.leave"), typed);
        IOException told = assertThrows(IOException.class, () -> LeaveRequest.secondsAsked(config));
        assertTrue(String.valueOf(told.getMessage()).contains("a number of seconds"), told::toString);
        Files.writeString(folder.resolve("node.yaml.leave"), "0");
        assertEquals(0, LeaveRequest.secondsAsked(config));
        Files.writeString(folder.resolve("node.yaml.leave"), "100000");
        assertEquals(86_400, LeaveRequest.secondsAsked(config));
    }

    /** Such as one that another user has written for himself alone; here it is a folder. */
    @Test
    void aRequestThatCannotBeReadDoesNotEndTheServer() throws Exception {
        assertDoesNotEndTheServer(Files::createDirectory);
    }

    @Test
    void aRequestWithATypoDoesNotEndTheServer() throws Exception {
        assertDoesNotEndTheServer(request -> Files.writeString(request, "6O"));
    }

    /** Makes a request in the way of {@code wrong}, and then a right one. */
    private void assertDoesNotEndTheServer(Wrong wrong) throws Exception {
        Path config = Files.writeString(folder.resolve("node.yaml"), "server: {port: 0}\n");
        try (ServerProcess process = ServerProcess.startWith("--config", config.toString())) {
            Path request = folder.resolve("node.yaml.leave");
            wrong.make(request);
            String warning = process.line();
            assertTrue(
                    warning.startsWith("pragh server: warning: a request to leave the cluster cannot be read"),
                    warning);
            assertTrue(warning.contains(request.toString()), warning);
            assertEquals(
                    7, process.connect().connect().submit("g.inject(7)").one().getInt());
            Files.delete(request);
            LeaveRequest.make(config, 1);
            process.awaitEnd();
        }
    }

    /** Makes a request that is not to be followed. */
    private interface Wrong {
        Object make(Path request) throws IOException;
    }
}
