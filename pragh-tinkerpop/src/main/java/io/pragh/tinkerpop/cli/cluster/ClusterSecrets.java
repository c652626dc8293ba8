package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.cli.LocalLogin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The secrets of a cluster: made anew at every start, in files for the starting user alone. One thread. */
final class ClusterSecrets {
    private static final String USER = "pragh";
    private static final int SECRET_BYTES = 32;
    private static final int PASSWORD_BYTES = 16;

    private final ClusterFolder folder;
    private final SecureRandom random = new SecureRandom();

    ClusterSecrets(ClusterFolder folder) {
        this.folder = folder;
    }

    /**
     * Writes the secret of the nodes; and, unless there are no logins, the login and the console's configuration with
     * it.
     */
    void write(ClusterLaunch.Plan plan) throws IOException {
        if (!plan.isDurable() || !Files.exists(folder.secret())) { // ZooKeeper still has data that is protected with it
            write(folder.secret(), List.of(hex(SECRET_BYTES)));
        }
        Files.deleteIfExists(folder.users());
        LocalLogin login = null;
        if (!plan.open()) {
            login = new LocalLogin(USER, hex(PASSWORD_BYTES));
            write(folder.users(), List.of(login.user() + ":" + login.password()));
        }
        List<String> remote = new ArrayList<>(List.of("hosts: [127.0.0.1]", "port: " + plan.port()));
        if (login != null) {
            remote.add("username: " + login.user());
            remote.add("password: \"" + login.password() + "\"");
        }
        write(folder.remote(), remote);
    }

    private String hex(int bytes) {
        byte[] made = new byte[bytes];
        random.nextBytes(made);
        return HexFormat.of().formatHex(made);
    }

    /** Writes a file that no other user may read, not even while it is written. */
    private static void write(Path file, List<String> lines) throws IOException {
        Files.deleteIfExists(file);
        if (Files.getFileStore(file.getParent()).supportsFileAttributeView("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.write(file, lines);
    }
}
