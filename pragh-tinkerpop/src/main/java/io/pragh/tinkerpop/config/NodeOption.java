package io.pragh.tinkerpop.config;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All options: the names of each in file, configuration and command line, its type, and its meaning. {@code -} stands
 * for a place where it has no name.
 */
public enum NodeOption {
    NAME(
            "name",
            "pragh.name",
            "-",
            OptionType.text("text"),
            "node- and the process's number",
            "what people call this node"),

    ZOOKEEPER(
            "cluster.zookeeper",
            "pragh.cluster",
            "-",
            OptionType.text("host:port, …"),
            "",
            "where the nodes meet: the servers of a ZooKeeper ensemble, with commas between. As a `pragh.*` option all of `cluster` is one text: `zk:host:port,…/graph?name=value&…`"),
    EMBEDDED(
            "cluster.embedded",
            "pragh.cluster",
            "-",
            OptionType.number("port", 0, 65_535),
            "",
            "instead of `zookeeper`: run ZooKeeper in this process, at this port of the machine, and end it with the process; for trying out, since the cluster stops with it unless there is an `ensemble`. `embedded:port/graph`"),
    ENSEMBLE(
            "cluster.ensemble",
            "pragh.cluster",
            "-",
            OptionType.text("port:port:port, …"),
            "",
            "with `embedded`: make it one server of an ensemble of 3, 5 or 7 on this machine, which goes on while most of them run. For each server its port for clients, for the quorum and for elections; the same at all nodes that have one, and this one's `embedded` is among them. The others have the ports for clients in `zookeeper`"),
    ZOOKEEPER_SECRET_FILE(
            "cluster.zookeeperSecretFile",
            "pragh.zookeeperSecretFile",
            "-",
            OptionType.secretFile("file"),
            "the fabric's secret, if it has one",
            "its first line is a secret of 16 bytes or more that all nodes share: what the graph keeps at ZooKeeper is read and changed only by who has it. Without this and without a secret of the fabric, by whoever reaches ZooKeeper"),
    GRAPH(
            "cluster.graph",
            "pragh.cluster",
            "-",
            OptionType.text("letters, digits, `.`, `-`, `_`"),
            "",
            "name of the graph, which keeps clusters at one ZooKeeper apart; needed"),
    COORDINATOR(
            "cluster.coordinator",
            "pragh.cluster",
            "-",
            OptionType.choice("none", "eager", "deferred"),
            "none; eager with `embedded`",
            "whether this process stands for coordinator, and how it plans; at least one must, or nothing moves"),
    SESSION_MILLIS(
            "cluster.sessionMillis",
            "pragh.cluster",
            "-",
            OptionType.number("milliseconds", 500, 600_000),
            "10,000; 20,000 with `embedded`",
            "how long a process may be silent before it counts as dead"),
    EXPEL_REFUSED(
            "cluster.expelRefused",
            "pragh.cluster",
            "-",
            OptionType.onOff(),
            "true",
            "with a fabric of TCP and three nodes or more: whether a process counts as dead before `sessionMillis`, within a second or two, when its machine refuses the connections of more than half of all nodes at its fabric's address. The same at all nodes; false where something between them refuses connections for a process that lives, such as a proxy"),
    REPORT_MILLIS(
            "cluster.reportMillis",
            "pragh.cluster",
            "-",
            OptionType.number("milliseconds", 10, 3_600_000),
            "10,000",
            "how often nodes report what they read, where this process plans"),
    DATA(
            "cluster.data",
            "pragh.cluster",
            "-",
            OptionType.file("folder"),
            "a temporary one",
            "where the embedded ZooKeeper keeps its data"),
    FOUNDERS(
            "cluster.founders",
            "pragh.founders",
            "-",
            OptionType.number("", 1, 64),
            "1",
            "how many nodes the graph starts with; the partitions are dealt out when all are there"),
    FOUNDING_SECONDS(
            "cluster.foundingSeconds",
            "pragh.foundingSeconds",
            "-",
            OptionType.number("seconds", 1, 86_400),
            "120",
            "how long to wait for them; and how long a node that comes later may take to get its share"),
    HAND_OVER_SECONDS(
            "cluster.handOverSeconds",
            "pragh.handOverSeconds",
            "-",
            OptionType.number("seconds", 0, 86_400),
            "0",
            "how long the node may take to hand its partitions over to the others when it is closed in order; 0: it does not. What it has not handed over is lost, or in its data folder waits for the next process with that"),
    PARTITIONS(
            "cluster.partitions",
            "pragh.partitions",
            "-",
            OptionType.number("", 1, 128),
            "4 for each node or founder",
            "into how many parts the keys are dealt; the same at all nodes, at least one for each, fixed for ever"),
    NODES(
            "cluster.nodes",
            "pragh.nodes",
            "--nodes",
            OptionType.number("", 1, 64),
            "1",
            "without `zookeeper` and `embedded`: how many nodes this process runs; they reach each other through its memory"),
    PLACEMENT(
            "cluster.placement",
            "pragh.placement",
            "-",
            OptionType.choice("none", "instant", "eager", "deferred"),
            "eager",
            "with `nodes`: who decides which values move between them. `eager` and `deferred`: a planner of this process; `instant`: the node that reads a value often, alone; `none`: nothing moves"),

    FABRIC(
            "fabric.address",
            "pragh.fabric",
            "-",
            OptionType.text("`tcp://host:port`, `shm:/folder` or `rdma://host:port`"),
            "",
            "how the nodes reach each other: TCP, the address as others reach this node, port 0 for any; shared memory, the same folder for all nodes of one machine; or RDMA, the IPv4 address of this node's device or `*` for its first one, see docs/rdma.md. Needed in a cluster"),
    SECRET_FILE(
            "fabric.secretFile",
            "pragh.fabric.secretFile",
            "-",
            OptionType.secretFile("file"),
            "",
            "tcp: its first line is a secret of 16 bytes or more that all nodes share"),
    SECRET("fabric.secret", "pragh.fabric.secret", "-", OptionType.secret("text"), "", "tcp: the secret itself"),
    CERTIFICATE(
            "fabric.certificate",
            "pragh.fabric.certificate",
            "-",
            OptionType.file("PEM file"),
            "",
            "tcp: this node's certificate chain, for mutual TLS"),
    PRIVATE_KEY(
            "fabric.privateKey",
            "pragh.fabric.privateKey",
            "-",
            OptionType.secretFile("PEM file, PKCS #8"),
            "",
            "tcp: its private key"),
    TRUSTED(
            "fabric.trusted",
            "pragh.fabric.trusted",
            "-",
            OptionType.file("PEM file"),
            "",
            "tcp: the authorities whose certificates are members'"),
    ADVERTISE(
            "fabric.advertise",
            "pragh.fabric.advertise",
            "-",
            OptionType.text("host:port"),
            "",
            "tcp, rdma: what others are told instead of the address"),
    THREADS(
            "fabric.threads",
            "pragh.fabric.threads",
            "-",
            OptionType.number("", 1, 64),
            "2",
            "tcp: threads that serve others"),
    SILENCE_MILLIS(
            "fabric.silenceMillis",
            "pragh.fabric.silenceMillis",
            "-",
            OptionType.number("milliseconds", 100, 600_000),
            "5,000",
            "tcp, rdma: a peer that says nothing for so long is out of reach"),
    FLIGHT_BYTES(
            "fabric.flightBytes",
            "pragh.fabric.flightBytes",
            "-",
            OptionType.bytes(1 << 20, 1 << 30),
            "8m",
            "tcp: most bytes under way to one peer"),
    EPOLL(
            "fabric.epoll",
            "pragh.fabric.epoll",
            "-",
            OptionType.onOff(),
            "true",
            "tcp: false for NIO where epoll is available"),
    PATIENCE_MILLIS(
            "fabric.patienceMillis",
            "pragh.fabric.patienceMillis",
            "-",
            OptionType.number("milliseconds", 100, 600_000),
            "10,000",
            "shm: a process that is stopped in the midst of an operation is killed after so long"),

    PARTITION_BYTES_MAX(
            "memory.partitionBytesMax",
            "pragh.partitionBytesMax",
            "-",
            OptionType.bytes(256 << 10, 32L << 30),
            "32g",
            "most memory of a partition, for values and the table of keys; a node serves more partitions when others die. In the file it is refused when this node's partitions and cache would not fit into the machine"),
    SEGMENT_BYTES(
            "memory.segmentBytes",
            "pragh.segmentBytes",
            "-",
            OptionType.bytes(256 << 10, 1 << 30),
            "16m",
            "unit in which a partition's memory grows, a power of two; a vertex or edge takes half of it at most"),
    CACHE_BYTES(
            "memory.cacheBytes",
            "pragh.cacheBytes",
            "-",
            OptionType.bytes(64 << 10, 32L << 30),
            "16m; 64k with one node",
            "memory of a node's location cache: 32 bytes for each address of another node's key"),
    QUERY_BYTES_MAX(
            "memory.queryBytesMax",
            "pragh.queryBytesMax",
            "-",
            OptionType.bytes(1 << 20, 1L << 40),
            "1t",
            "about how much heap one query may hold in steps that take all before they give the first one, or remember what has come: `order`, `group`, `groupCount`, `dedup`, `fold`, `repeat`, `union`. It ends with an error that names the step when it would hold more. Counted where the traversal is a plan"),

    ISOLATION(
            "transactions.isolation",
            "pragh.isolation",
            "-",
            OptionType.choice("strict-serializable", "serializable-cached"),
            "strict-serializable",
            "what a transaction sees of others"),
    SNAPSHOT_SECONDS(
            "transactions.snapshotSeconds",
            "pragh.snapshotSeconds",
            "-",
            OptionType.number("seconds", 1, 86_400),
            "60",
            "how long a transaction may stay open. When it is not set, one may be open for longer as long as no node is short of memory: less than a quarter is left"),

    QUERY_MILLIS_MAX(
            "transactions.queryMillisMax",
            "pragh.queryMillisMax",
            "-",
            OptionType.number("milliseconds", 1, 31_536_000_000L),
            "31,536,000,000",
            "how long one query may take, from its first row on, unless its source asks for another time (`evaluationTimeout`). It ends with an error when it takes longer. Requests to a server have `server.evaluationSeconds`, and this as well"),

    GRAPH_DATA(
            "graph.data",
            "pragh.data",
            "--data",
            OptionType.file("folder"),
            "none: the graph ends with its process",
            "keep the graph there: what is committed outlives the process, whatever ends it, and is restored when the graph is opened with the folder again. In a cluster each node has a folder of its own, and either all have one or none. It is made where it is not there, and one process at a time may have it open. `bookkeeper://HOST:PORT/NAME` is a folder at bookies of Apache BookKeeper, by their ZooKeeper"),
    GRAPH_STANDBY(
            "graph.standby",
            "pragh.standby",
            "-",
            OptionType.file("folder"),
            "none: the process is a node from the beginning",
            "instead of `graph.data`, in a cluster whose nodes have data folders: stand by, and serve nothing, until a node is lost whose data folder is in this folder, on a file system that all machines share or at bookies; then become a node with that one's. Opening the graph waits until then"),
    GRAPH_BACKUP_FOLDER(
            "graph.backupFolder",
            "pragh.backupFolder",
            "--backup-folder",
            OptionType.file("folder"),
            "none: clients are refused",
            "where clients may have backups of the graph made, each in a folder of its own in it: `bin/pragh backup`, `pragh.backup`"),
    NULL_VALUES(
            "graph.nullValues",
            "pragh.nullValues",
            "-",
            OptionType.onOff(),
            "false",
            "whether null is a value of a property"),
    DEFAULT_CARDINALITY(
            "graph.defaultCardinality",
            "pragh.defaultCardinality",
            "-",
            OptionType.choice("single", "list", "set"),
            "single",
            "cardinality of a property that is set without one"),
    SERIALIZABLE(
            "graph.serializable",
            "pragh.serializable",
            "-",
            OptionType.text("class, package.*, package.**, …"),
            "",
            "classes of the application whose objects may be values or identifiers, with commas between, the same at all nodes: a class with those inside it, all of a package, or of the packages below it too. What is named is read by Java's serialization, from whoever can write to the graph's nodes: name no class that does more than hold values. Objects of other classes are refused"),

    HOST(
            "server.host",
            "-",
            "--host",
            OptionType.text("address"),
            "127.0.0.1",
            "where Gremlin Server listens: this machine only, unless another one is given"),
    PORT(
            "server.port",
            "-",
            "--port",
            OptionType.number("port", 0, 65_535),
            "8182",
            "its port; 0 takes one that is free"),
    SERVER_ADVERTISE(
            "server.advertise",
            "-",
            "-",
            OptionType.text("host:port"),
            "host and port, unless the host is 0.0.0.0 or ::",
            "where clients reach this node's Gremlin Server; the other nodes learn it, and tell it to clients that send a query to the node where it begins"),
    USERS(
            "server.users",
            "-",
            "--users",
            OptionType.secretFile("file"),
            "everybody is let in",
            "ask for a name and a password: a line `name:password` for each user, the password in plain or as `htpasswd -B` hashes it"),
    SCRIPTS(
            "server.scripts",
            "-",
            "--scripts",
            OptionType.onOff(),
            "false",
            "whether clients may run scripts in Groovy, which can do whatever the process can; if not, they send traversals, as bytecode or as text in gremlin-lang"),
    EVALUATION_SECONDS(
            "server.evaluationSeconds",
            "-",
            "--evaluation-seconds",
            OptionType.number("seconds", 1, 86_400),
            "30",
            "how long a request is evaluated that does not ask for another time (`evaluationTimeout`, in milliseconds); `evaluationSecondsMax` at most"),
    EVALUATION_SECONDS_MAX(
            "server.evaluationSecondsMax",
            "-",
            "--evaluation-seconds-max",
            OptionType.number("seconds", 1, 86_400),
            "3,600",
            "how much time a request may ask for; one that asks for more is refused, and one that asks for no limit, by 0, gets this"),
    HEAP_PERCENT_MAX(
            "server.heapPercentMax",
            "-",
            "-",
            OptionType.number("percent", 50, 100),
            "80",
            "how full a garbage collection may leave the heap, in the part where long-lived objects are. When it leaves it fuller, the request that has allocated most is ended; 100: none is"),
    COMPRESSION(
            "server.compression",
            "-",
            "-",
            OptionType.onOff(),
            "false",
            "whether messages over WebSocket are compressed, in both directions, for clients that offer it, as gremlin-driver does. It costs processor time with every message, on the server as on its clients, so it is for clients behind a slow line"),
    IO_FOLDER(
            "server.ioFolder",
            "-",
            "--io-folder",
            OptionType.file("folder"),
            "none",
            "where the step `io` of clients reads and writes; without it that step is refused"),
    TLS_CERTIFICATE(
            "server.tls.certificate",
            "-",
            "--tls-cert",
            OptionType.file("PEM file"),
            "no TLS",
            "serve TLS with this certificate chain"),
    TLS_KEY("server.tls.key", "-", "--tls-key", OptionType.secretFile("PEM file, PKCS #8"), "", "its private key"),

    METRICS_HOST(
            "metrics.host",
            "-",
            "--metrics",
            OptionType.text("address"),
            "127.0.0.1",
            "where metrics are served, to whoever asks"),
    METRICS_PORT(
            "metrics.port",
            "-",
            "--metrics",
            OptionType.number("port", 0, 65_535),
            "no metrics",
            "serve `/metrics` for Prometheus and `/status` at this port; 0 takes one that is free. The flag takes `host:port`");

    private static final String NONE = "-";

    private final String path;
    private final String key;
    private final String flag;

    @SuppressWarnings("ImmutableEnumChecker") // a record of values and of an unmodifiable list
    private final OptionType type;

    private final String otherwise;
    private final String meaning;

    NodeOption(String path, String key, String flag, OptionType type, String otherwise, String meaning) {
        this.path = path;
        this.key = key;
        this.flag = flag;
        this.type = type;
        this.otherwise = otherwise;
        this.meaning = meaning;
    }

    /** Its place in a node's YAML file: names with dots between. */
    public String path() {
        return path;
    }

    /** Its {@code pragh.*} key; null when graphs have no such option. Several options may share one. */
    public @Nullable String key() {
        return key.equals(NONE) ? null : key;
    }

    /** Its {@code pragh.*} key; it must have one. */
    public String graphKey() {
        return Objects.requireNonNull(key());
    }

    /** Its flag of {@code pragh server}; null when there is none. */
    public @Nullable String flag() {
        return flag.equals(NONE) ? null : flag;
    }

    /** Its type. */
    public OptionType type() {
        return type;
    }

    /** Its default, in words or as a value; empty for none. */
    public String otherwise() {
        return otherwise;
    }

    /** The default in bytes or as a number; only for options whose default is one value. */
    public long numberOtherwise() {
        return Objects.requireNonNull(OptionType.parseBytes(otherwise.replace(",", "")), otherwise);
    }

    /** Its description, in Markdown. */
    public String meaning() {
        return meaning;
    }
}
