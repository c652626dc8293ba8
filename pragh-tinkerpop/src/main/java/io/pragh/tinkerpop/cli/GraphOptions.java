package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.config.NodeOption;
import io.pragh.tinkerpop.config.OptionType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.commons.configuration2.builder.fluent.Configurations;
import org.apache.commons.configuration2.ex.ConfigurationException;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of commands that open a graph. One thread. */
final class GraphOptions {
    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Nodes in this process, 1 to 64 (default: 1, or what --graph-config says).")
    private @Nullable Integer nodes;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description =
                    "Keep the graph in this folder, or in bookkeeper://HOST:PORT/NAME, and restore what it has: what is committed"
                            + " outlives the process.")
    private @Nullable String data;

    @Option(
            names = "--backup-folder",
            paramLabel = "FOLDER",
            description =
                    "Let clients of a server have backups of the graph made in folders of this one (pragh backup)."
                            + " Without it they are refused.")
    private @Nullable Path backups;

    @Option(
            names = "--graph-config",
            paramLabel = "FILE",
            description = "Properties file with pragh.* options, as gremlin.graph takes it.")
    private @Nullable Path file;

    /** Opens the graph that the options describe. */
    PraghGraph open() {
        Configuration described = configuration();
        try {
            return open(described);
        } catch (PraghException cannot) {
            throw new CliException(String.valueOf(cannot.getMessage()));
        }
    }

    /** Opens a graph; a bar on standard error shows the progress of its restore, if that is a terminal. */
    static PraghGraph open(Configuration described) {
        try (LoadProgress progress = LoadProgress.none()) {
            return PraghGraph.open(described, progress::restored);
        }
    }

    /** The configuration that the options describe, validated. */
    Configuration configuration() {
        Configuration configuration = read();
        if (nodes != null) {
            configuration.setProperty(PraghGraphConfig.NODES, nodes);
        }
        if (data != null) {
            configuration.setProperty(PraghGraphConfig.DATA, data);
        }
        if (backups != null) {
            configuration.setProperty(PraghGraphConfig.BACKUP_FOLDER, backups.toString());
        }
        configuration.setProperty(Graph.GRAPH, PraghGraph.class.getName());
        try {
            PraghGraphConfig.of(configuration);
        } catch (PraghException wrong) {
            throw new CliException(String.valueOf(wrong.getMessage()));
        }
        return configuration;
    }

    /** Whether other processes join at a ZooKeeper that ends with this process. */
    boolean holdsCluster() {
        String cluster = read().getString(PraghGraphConfig.CLUSTER, "");
        return cluster.startsWith("embedded:") && !cluster.contains("ensemble=");
    }

    /** Files in the configuration that only this user should be able to read. */
    List<Path> secretFiles() {
        Configuration described = configuration();
        List<Path> files = new ArrayList<>();
        for (NodeOption option : NodeOption.values()) {
            String value = option.key() == null ? null : described.getString(option.graphKey(), null);
            if (value != null && option.type().form() == OptionType.Form.SECRET_FILE) {
                files.add(Path.of(value));
            } else if (value != null && (option == NodeOption.GRAPH_DATA || option == NodeOption.GRAPH_STANDBY)) {
                files.addAll(FileReaders.inAddress(value));
            } else if (value != null && file != null && option.type().form() == OptionType.Form.SECRET) {
                files.add(file);
            }
        }
        return files;
    }

    private Configuration read() {
        if (file == null) {
            return new BaseConfiguration();
        }
        if (!Files.isReadable(file)) {
            throw new CliException("no such file: --graph-config=" + file);
        }
        Configuration read;
        try {
            read = new Configurations().properties(file.toFile());
        } catch (ConfigurationException wrong) {
            throw new CliException("not a properties file: --graph-config=" + file + " reason=" + wrong.getMessage());
        }
        String type = read.getString(Graph.GRAPH, PraghGraph.class.getName());
        if (!type.equals(PraghGraph.class.getName())) {
            throw new CliException("the file is another graph's: --graph-config=" + file + " gremlin.graph=" + type);
        }
        return read;
    }
}
