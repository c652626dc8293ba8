package io.pragh.tinkerpop;

import io.pragh.core.api.IsolationLevel;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.node.ClusterSeat;
import io.pragh.core.placement.PlacementMode;
import io.pragh.tinkerpop.config.NodeOption;
import io.pragh.tinkerpop.config.OptionType;
import io.pragh.tinkerpop.serial.SerializableClasses;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a graph, read once. Immutable.
 *
 * @param nodes number of nodes that this process runs, 1 to 64; they reach each other through its memory
 * @param partitions number of partitions, from {@code nodes} to 128; default 4 for each node, up to 128
 * @param segmentBytes unit in which a partition's memory grows, a power of two from 256 KiB to 1 GiB; a vertex or
 *     edge takes half of it at most
 * @param partitionBytesMax bound on a partition's memory
 * @param cacheBytes memory of a node's location cache
 * @param queryBytesMax approximate bound on the heap that a query may hold in its steps
 * @param queryMillisMax time limit of a query
 * @param snapshotSeconds time for which a transaction may stay open
 * @param snapshotsEndAlways whether that limit holds even while memory is not short
 * @param isolation isolation of transactions
 * @param nullValues whether null is a value of a property
 * @param defaultCardinality cardinality of a property that is set without one
 * @param serializable classes whose objects may be values or identifiers
 * @param cluster this process's seat in a cluster of processes, or null when all nodes are its own
 * @param handOverSeconds time for the handover of the seat's partitions when its node is closed; 0: no handover
 * @param placement planner of moves between nodes of this process; in a cluster its coordinator plans
 * @param data folder that keeps the graph, or null when it ends with its process
 * @param standby folder of data folders of nodes, for which this process stands by; null when it is a node from the
 *     beginning
 * @param partitionsGiven whether the number of partitions was given: otherwise that of a data folder holds
 */
public record PraghGraphConfig(
        int nodes,
        int partitions,
        int segmentBytes,
        long partitionBytesMax,
        long cacheBytes,
        long queryBytesMax,
        long queryMillisMax,
        long snapshotSeconds,
        boolean snapshotsEndAlways,
        IsolationLevel isolation,
        boolean nullValues,
        VertexProperty.Cardinality defaultCardinality,
        SerializableClasses serializable,
        @Nullable ClusterSeat cluster,
        long handOverSeconds,
        PlacementMode placement,
        @Nullable DataPlace data,
        @Nullable DataPlace standby,
        boolean partitionsGiven) {

    /** Key of {@link #nodes}. */
    public static final String NODES = "pragh.nodes";
    /** Key of {@link #partitions}. */
    public static final String PARTITIONS = "pragh.partitions";
    /** Key of {@link #placement}. */
    public static final String PLACEMENT = "pragh.placement";
    /** Key of {@link #segmentBytes}. */
    public static final String SEGMENT_BYTES = "pragh.segmentBytes";
    /** Key of {@link #partitionBytesMax}. */
    public static final String PARTITION_BYTES_MAX = "pragh.partitionBytesMax";
    /** Key of {@link #cacheBytes}. */
    public static final String CACHE_BYTES = "pragh.cacheBytes";
    /** Key of {@link #queryBytesMax}. */
    public static final String QUERY_BYTES_MAX = "pragh.queryBytesMax";
    /** Key of {@link #queryMillisMax}. */
    public static final String QUERY_MILLIS_MAX = "pragh.queryMillisMax";
    /** Key of {@link #snapshotSeconds}. */
    public static final String SNAPSHOT_SECONDS = "pragh.snapshotSeconds";
    /** Key of {@link #isolation}. */
    public static final String ISOLATION = "pragh.isolation";
    /** Key of {@link #nullValues}. */
    public static final String NULL_VALUES = "pragh.nullValues";
    /** Key of {@link #defaultCardinality}. */
    public static final String DEFAULT_CARDINALITY = "pragh.defaultCardinality";
    /** Key of {@link #data}. */
    public static final String DATA = "pragh.data";
    /** Key of {@link #standby}. */
    public static final String STANDBY = "pragh.standby";
    /** Key of the folder in which clients may have backups made. */
    public static final String BACKUP_FOLDER = "pragh.backupFolder";
    /** Key of {@link #serializable}. */
    public static final String SERIALIZABLE = "pragh.serializable";

    /**
     * Where the members of a cluster of processes meet: {@code zk:host:port/graph}, or {@code embedded:port/graph}
     * for the first.
     */
    public static final String CLUSTER = "pragh.cluster";
    /**
     * This process's address on the fabric: {@code tcp://host:port}, {@code shm:/folder} or {@code rdma://host:port}.
     */
    public static final String FABRIC = "pragh.fabric";
    /**
     * A file whose first line is the key to the graph's data at ZooKeeper; without it the fabric's secret is, if
     * there is one.
     */
    public static final String ZOOKEEPER_SECRET_FILE = "pragh.zookeeperSecretFile";
    /** Number of processes with which the graph starts: it is complete when they are there. */
    public static final String FOUNDERS = "pragh.founders";
    /** Name of this process for users. */
    public static final String NAME = "pragh.name";
    /** How long to wait for the other founders. */
    public static final String FOUNDING_SECONDS = "pragh.foundingSeconds";
    /** Time for the handover of a node's partitions when it is closed; 0: no handover. */
    public static final String HAND_OVER_SECONDS = "pragh.handOverSeconds";
    /** Prefix of a setting of the fabric. */
    public static final String FABRIC_PREFIX = FABRIC + ".";

    private static final String PREFIX = "pragh.";
    private static final Set<String> KEYS = keys();
    private static final Set<String> CLUSTERED =
            Set.of(FABRIC, ZOOKEEPER_SECRET_FILE, FOUNDERS, NAME, FOUNDING_SECONDS, HAND_OVER_SECONDS, STANDBY);
    private static final int PARTITIONS_PER_NODE = 4;

    private static Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        for (NodeOption option : NodeOption.values()) {
            if (option.key() != null && !option.graphKey().startsWith(FABRIC_PREFIX)) {
                keys.add(option.graphKey());
            }
        }
        return keys;
    }

    /**
     * Reads a configuration. Keys that do not start with {@code pragh.} are ignored.
     *
     * @throws PraghException that names the key, when it is unknown or its value is wrong
     */
    public static PraghGraphConfig of(Configuration configuration) {
        PraghGraphConfig read = read(configuration);
        if (Integer.bitCount(read.segmentBytes) != 1) {
            throw wrong(SEGMENT_BYTES, "" + read.segmentBytes, "a power of two from 262144 to 1073741824", null);
        }
        if (read.partitionBytesMax < read.segmentBytes) {
            throw wrong(
                    PARTITION_BYTES_MAX,
                    "" + read.partitionBytesMax,
                    "at least that of " + SEGMENT_BYTES + ", which is " + read.segmentBytes,
                    null);
        }
        return read;
    }

    private static PraghGraphConfig read(Configuration configuration) {
        for (Iterator<String> keys = configuration.getKeys(); keys.hasNext(); ) {
            String key = keys.next();
            if (key.startsWith(PREFIX) && !KEYS.contains(key) && !key.startsWith(FABRIC_PREFIX)) {
                throw new PraghException("there is no such option: key=" + key + " options=" + KEYS);
            }
        }
        boolean clustered = configuration.containsKey(CLUSTER);
        checkTogether(configuration, clustered);
        int nodes = (int) number(configuration, clustered ? NodeOption.FOUNDERS : NodeOption.NODES);
        int partitionsMax = (int) NodeOption.PARTITIONS.type().max();
        int partitions = (int) number(
                configuration,
                NodeOption.PARTITIONS,
                Math.min(partitionsMax, (long) nodes * PARTITIONS_PER_NODE),
                nodes);
        return new PraghGraphConfig(
                clustered ? 1 : nodes,
                partitions,
                (int) number(configuration, NodeOption.SEGMENT_BYTES),
                number(configuration, NodeOption.PARTITION_BYTES_MAX),
                number(
                        configuration,
                        NodeOption.CACHE_BYTES,
                        nodes == 1 ? 64 << 10 : 16 << 20,
                        NodeOption.CACHE_BYTES.type().min()),
                number(configuration, NodeOption.QUERY_BYTES_MAX),
                number(configuration, NodeOption.QUERY_MILLIS_MAX),
                number(configuration, NodeOption.SNAPSHOT_SECONDS),
                configuration.containsKey(SNAPSHOT_SECONDS),
                choice(configuration, ISOLATION, IsolationLevel.STRICT_SERIALIZABLE, IsolationLevel.values()),
                bool(configuration, NULL_VALUES),
                choice(
                        configuration,
                        DEFAULT_CARDINALITY,
                        VertexProperty.Cardinality.single,
                        VertexProperty.Cardinality.values()),
                SerializableClasses.of(String.join(",", configuration.getList(String.class, SERIALIZABLE, List.of()))),
                clustered ? seat(configuration, nodes, partitions) : null,
                number(configuration, NodeOption.HAND_OVER_SECONDS),
                choice(configuration, PLACEMENT, PlacementMode.EAGER, PlacementMode.values()),
                folder(configuration, DATA),
                folder(configuration, STANDBY),
                configuration.containsKey(PARTITIONS));
    }

    private static @Nullable DataPlace folder(Configuration configuration, String key) {
        String folder = configuration.getString(key, null);
        if (folder == null) {
            return null;
        }
        if (folder.isBlank()) {
            throw wrong(key, folder, "the name of a folder", null);
        }
        return DataPlace.of(folder);
    }

    /** Refuses combinations in which one option would be ignored. */
    private static void checkTogether(Configuration configuration, boolean clustered) {
        if (clustered && configuration.containsKey(NODES)) {
            throw new PraghException("a process is one node of its cluster; leave " + NODES + " out, and say by "
                    + FOUNDERS + " how many processes there are");
        }
        if (clustered && configuration.containsKey(PLACEMENT)) {
            throw new PraghException("which values move in a cluster is decided by its coordinator; leave " + PLACEMENT
                    + " out, and say ?coordinator=none, eager or deferred: " + CLUSTER + "="
                    + configuration.getString(CLUSTER));
        }
        if (configuration.containsKey(DATA) && configuration.containsKey(STANDBY)) {
            throw new PraghException("a standby has no data folder before it takes that of a node which is lost; leave "
                    + DATA + " out, or " + STANDBY + ": " + DATA + "=" + configuration.getString(DATA) + " " + STANDBY
                    + "=" + configuration.getString(STANDBY));
        }
        if (clustered && !configuration.containsKey(FABRIC)) {
            throw new PraghException("how do the processes reach each other? add " + FABRIC
                    + "=tcp://host:port, shm:/folder or rdma://host:port: " + CLUSTER + "="
                    + configuration.getString(CLUSTER));
        }
        if (!clustered) {
            for (Iterator<String> keys = configuration.getKeys(); keys.hasNext(); ) {
                String key = keys.next();
                if (CLUSTERED.contains(key) || key.startsWith(FABRIC_PREFIX)) {
                    throw new PraghException("this option is for a cluster of processes; add " + CLUSTER
                            + ", or leave it out: key=" + key);
                }
            }
        }
    }

    private static ClusterSeat seat(Configuration configuration, int founders, int partitions) {
        Map<String, String> settings = new TreeMap<>();
        for (Iterator<String> keys = configuration.getKeys(); keys.hasNext(); ) {
            String key = keys.next();
            if (key.startsWith(FABRIC_PREFIX)) {
                settings.put(key.substring(FABRIC_PREFIX.length()), configuration.getString(key));
            }
        }
        String name =
                configuration.getString(NAME, "node-" + ProcessHandle.current().pid());
        return new ClusterSeat(
                configuration.getString(CLUSTER),
                SharedSecret.key(configuration),
                configuration.getString(FABRIC),
                settings,
                name,
                partitions,
                founders,
                TimeUnit.SECONDS.toNanos(number(configuration, NodeOption.FOUNDING_SECONDS)),
                folder(configuration, DATA));
    }

    private static long number(Configuration configuration, NodeOption option) {
        return number(
                configuration, option, option.numberOtherwise(), option.type().min());
    }

    private static long number(Configuration configuration, NodeOption option, long otherwise, long min) {
        String key = option.graphKey();
        String text = configuration.getString(key, Long.toString(otherwise)).trim();
        long max = option.type().max();
        try {
            boolean sizes = option.type().form() == OptionType.Form.BYTES;
            Long size = sizes ? OptionType.parseBytes(text) : null;
            long value = size != null ? size : Long.parseLong(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            throw wrong(key, text, "a number from " + min + " to " + max, notANumber);
        }
        throw wrong(key, text, "a number from " + min + " to " + max, null);
    }

    private static boolean bool(Configuration configuration, String key) {
        String text = configuration.getString(key, "false").trim();
        if (!text.equals("true") && !text.equals("false")) {
            throw wrong(key, text, "true or false", null);
        }
        return text.equals("true");
    }

    /** A constant by its name, whatever its case; hyphens may stand for underscores. */
    private static <E extends Enum<E>> E choice(Configuration configuration, String key, E otherwise, E[] values) {
        String text = configuration.getString(key, otherwise.name()).trim();
        for (E value : values) {
            if (value.name().equalsIgnoreCase(text.replace('-', '_'))) {
                return value;
            }
        }
        Set<String> names = new TreeSet<>();
        for (E value : values) {
            names.add(value.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        throw wrong(key, text, "one of " + names, null);
    }

    private static PraghException wrong(String key, String value, String wanted, @Nullable Throwable cause) {
        return new PraghException("the option's value must be " + wanted + ": key=" + key + " value=" + value, cause);
    }

    /** Sets options one by one. One thread. */
    public static final class Builder {
        private final Configuration configuration = new BaseConfiguration();

        Builder() {
            configuration.setProperty(Graph.GRAPH, PraghGraph.class.getName());
        }

        /** Any option by its key. */
        public Builder set(String key, Object value) {
            configuration.setProperty(key, value);
            return this;
        }

        /** {@link PraghGraphConfig#nodes}. */
        public Builder nodes(int nodes) {
            return set(NODES, nodes);
        }

        /** {@link PraghGraphConfig#partitions}. */
        public Builder partitions(int partitions) {
            return set(PARTITIONS, partitions);
        }

        /** {@link PraghGraphConfig#isolation}. */
        public Builder isolation(IsolationLevel level) {
            return set(ISOLATION, level.name());
        }

        /** {@link PraghGraphConfig#data}. */
        public Builder data(Path folder) {
            return data(DataPlace.of(folder));
        }

        /** {@link PraghGraphConfig#data}. */
        public Builder data(DataPlace folder) {
            return set(DATA, folder.toString());
        }

        /** {@link PraghGraphConfig#nullValues}. */
        public Builder nullValues(boolean allowed) {
            return set(NULL_VALUES, allowed);
        }

        /** {@link PraghGraphConfig#defaultCardinality}. */
        public Builder defaultCardinality(VertexProperty.Cardinality cardinality) {
            return set(DEFAULT_CARDINALITY, cardinality.name());
        }

        /** {@link PraghGraphConfig#serializable}: classes, and packages as {@code com.acme.*}. */
        public Builder serializable(String... names) {
            return set(SERIALIZABLE, String.join(",", names));
        }

        /** Opens the graph. */
        public PraghGraph open() {
            return PraghGraph.open(configuration);
        }
    }
}
