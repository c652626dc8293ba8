package io.pragh.tinkerpop.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A login of a cluster that this user has started on this machine. Immutable.
 *
 * @param user the name
 * @param password in plain
 */
public record LocalLogin(String user, String password) {
    /** Name of the file with the login in a cluster's folder. */
    public static final String USERS = "users";
    /** Name of the file that lists the processes in a cluster's folder. */
    public static final String PROCESSES = "processes.properties";

    /** Parent of the clusters' folders, each under its name. */
    public static Path clusters() {
        return Path.of(System.getProperty("user.home"), ".pragh");
    }

    /** The first login in a file of users. */
    public static LocalLogin read(Path users) throws IOException {
        for (String line : Files.readAllLines(users)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                return new LocalLogin(line.substring(0, colon), line.substring(colon + 1));
            }
        }
        throw new CliException("the cluster's login is gone; start it again by pragh cluster start: file=" + users);
    }

    /**
     * The login of the server at an address, if that is a living node of a cluster among these folders: a password is
     * never sent to another process that listens there later.
     */
    static Optional<LocalLogin> find(Path clusters, String host, int port) throws IOException {
        if (!isThisMachine(host) || !Files.isDirectory(clusters)) {
            return Optional.empty();
        }
        List<Path> folders;
        try (Stream<Path> all = Files.list(clusters)) {
            folders = all.filter(folder -> Files.isReadable(folder.resolve(USERS)))
                    .toList();
        }
        for (Path folder : folders) {
            for (NodeProcess process : NodeProcess.readAll(folder.resolve(PROCESSES))) {
                if (process.port() == port && process.handle().isPresent()) {
                    return Optional.of(read(folder.resolve(USERS)));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isThisMachine(String host) throws IOException {
        String bare = host.replaceAll("[\\[\\]]", "");
        return bare.equals("localhost")
                || bare.matches("[0-9.]+|[0-9a-fA-F:]+")
                        && InetAddress.getByName(bare).isLoopbackAddress();
    }

    /** Without the password, since output may be kept. */
    @Override
    public String toString() {
        return user + ":…";
    }
}
