package io.pragh.tinkerpop.cli.cluster;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that selects a cluster. One thread. */
final class FolderOption {
    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "local",
            description = "The cluster's name, for several of them (default: ${DEFAULT-VALUE}).")
    private String name = "local";

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where it keeps configuration and logs (default: .pragh/NAME in your home).")
    private @Nullable Path dir;

    ClusterFolder folder() {
        return new ClusterFolder(dir == null ? ClusterFolder.named(name) : dir);
    }

    /** The arguments that select the same cluster in another command. */
    String arguments() {
        return dir != null ? " --dir " + dir : name.equals("local") ? "" : " --name " + name;
    }

    String name() {
        return name;
    }
}
