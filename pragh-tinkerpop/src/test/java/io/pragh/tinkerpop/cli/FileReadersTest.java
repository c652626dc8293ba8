package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that files of secrets which other users of the machine may read are noticed. */
class FileReadersTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void onPosix() throws Exception {
        assumeTrue(Files.getFileStore(folder).supportsFileAttributeView("posix"), "files have no permissions here");
    }

    private Path file(String name, String text, String permissions) throws Exception {
        Path file = Files.writeString(folder.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void whoeverElseMayReadOrChangeAFileIsNoticed() throws Exception {
        Map<String, Boolean> expected = Map.of(
                "rw-------", false,
                "r--------", false,
                "rwx------", false,
                "rw-r-----", true,
                "rw----r--", true,
                "rw--w----", true,
                "rw-----w-", true);
        for (Map.Entry<String, Boolean> each : expected.entrySet()) {
            assertEquals(each.getValue(), FileReaders.others(file("a", "x", each.getKey())), each::getKey);
        }
    }

    @Test
    void addressesOfDataFoldersNameFilesOfSecrets() throws Exception {
        String options = "?sessionMillis=4000&secretFile=/a/secret&certificate=/a/pem&privateKey=/a/key&trusted=/a/all";
        assertEquals(
                List.of(Path.of("/a/secret"), Path.of("/a/key")),
                FileReaders.inAddress("bookkeeper://zk1:2181/people" + options));
        assertEquals(List.of(), FileReaders.inAddress("bookkeeper://zk1:2181/people?sessionMillis=4000"));
        assertEquals(List.of(), FileReaders.inAddress("folders/who?secretFile=x"));
        Path node = file("node.yaml", "graph: {data: 'bookkeeper://zk1:2181/people" + options + "'}\n", "rw-r--r--");
        assertEquals(
                List.of(Path.of("/a/secret"), Path.of("/a/key")),
                NodeSettings.read(node).secretFiles());
    }

    @Test
    void filesOfSecretsAreNamedAtTheStart() throws Exception {
        Path users = file("users", "ada:secret", "rw-r--r--");
        Path secret = file("secret", "0123456789abcdef", "rw-r--r--");
        Path closed = file("closed", "ada:secret", "rw-------");
        Path node = file(
                "node.yaml",
                "server: {users: '" + users + "'}\nfabric: {secretFile: '" + secret + "', secret: x}\n",
                "rw-r--r--");
        assertEquals(
                List.of(users, secret, node).stream().sorted().toList(),
                NodeSettings.read(node).secretFiles().stream().sorted().toList());
        String warning = "pragh server: warning: others of this machine may read a file of secrets; run chmod 600 ";
        String said = WrongServer.says("--port", "0", "--graph-config", "missing", "--users", users.toString());
        assertTrue(said.contains(warning + users), said);
        said = WrongServer.says("--port", "0", "--graph-config", "missing", "--users", closed.toString());
        assertFalse(said.contains("warning"), said);
        Path graph = file(
                "graph.properties",
                "pragh.cluster=embedded:0/x\npragh.founders=2\npragh.foundingSeconds=1\npragh.fabric=tcp://127.0.0.1:0\n"
                        + "pragh.fabric.secretFile=" + secret + "\n",
                "rw-r--r--");
        said = WrongServer.says("--port", "0", "--graph-config", graph.toString());
        assertTrue(said.contains(warning + secret), said);
        assertFalse(said.contains(warning + graph), said);
        Files.writeString(
                node,
                "server: {port: 0}\ncluster: {embedded: 0, graph: x, founders: 2, foundingSeconds: 1}\n"
                        + "fabric: {address: 'tcp://127.0.0.1:0', secretFile: '" + secret + "'}\n");
        said = WrongServer.says("--config", node.toString());
        assertTrue(said.contains(warning + secret), said);
        assertFalse(said.contains(warning + node), said);
    }
}
