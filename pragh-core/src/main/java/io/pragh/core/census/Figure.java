package io.pragh.core.census;

import java.util.Locale;

/**
 * The figures that a node reports about itself; their names and descriptions are defined only here. Labels tell the
 * parts of a figure apart.
 */
public enum Figure {
    /** Labels: {@code object} key or value, {@code place} local or remote. */
    READS(Kind.COUNT, "pragh.reads", "", "Keys and values read, from this node's memory or another's"),
    /** Bytes of values. */
    READ_BYTES(Kind.COUNT, "pragh.read", Figure.BYTES, "Bytes of values handed on"),
    /** Calls for values. */
    READ_CALLS(Kind.COUNT, "pragh.read.calls", "", "Calls that asked for values, however many"),
    /** Round trips of reads. */
    READ_ROUNDS(Kind.COUNT, "pragh.read.rounds", "", "Round trips of reads"),
    /** Reads that were repeated. */
    READ_RETRIES(Kind.COUNT, "pragh.read.retries", "", "Reads that looked again because a value was moved or replaced"),
    /** Open sessions. */
    SESSIONS(Kind.GAUGE, "pragh.sessions", "", "Open sessions"),

    /** Labels: {@code level}, {@code end}. */
    TRANSACTIONS(Kind.COUNT, "pragh.transactions", "", "Transactions by isolation level and by how they ended"),

    /** Labels: {@code peer}, {@code kind}. By peer only: {@link NodeStatistics#peers}. */
    FABRIC_OPERATIONS(
            Kind.COUNT, "pragh.fabric.operations", "", "One-sided operations and messages posted to other nodes"),
    /** Bytes of these operations and messages. */
    FABRIC_BYTES(
            Kind.COUNT,
            "pragh.fabric",
            Figure.BYTES,
            "Bytes of one-sided operations and messages posted to other nodes"),
    /** Round trips of one-sided operations. */
    FABRIC_BATCHES(Kind.COUNT, "pragh.fabric.batches", "", "Batches of one-sided operations: round trips"),
    /** Messages refused. */
    MESSAGES_REFUSED(
            Kind.COUNT, "pragh.fabric.messages.refused", "", "Messages of other nodes that were not understood"),

    /** Labels: {@code result} hit or miss. */
    CACHE_LOOKUPS(
            Kind.COUNT, "pragh.location.cache.lookups", "", "Look-ups of other nodes' keys in the location cache"),
    /** Locations held. */
    CACHE_ENTRIES(Kind.GAUGE, "pragh.location.cache.entries", "", "Locations that the cache holds"),
    /** Capacity of the cache in locations. */
    CACHE_ENTRIES_MAX(Kind.GAUGE, "pragh.location.cache.entries.max", "", "Locations that the cache could hold"),
    /** Memory of the cache. */
    CACHE_BYTES(Kind.GAUGE, "pragh.location.cache", Figure.BYTES, "Memory of the location cache"),

    /** Labels: {@code outcome}. */
    MIGRATIONS(Kind.COUNT, "pragh.migrations", "", "Migrations of values into this node by how they ended"),
    /** Bytes moved. */
    MIGRATION_BYTES(Kind.COUNT, "pragh.migration", Figure.BYTES, "Bytes of the blocks that were moved into this node"),
    /** Values not tried. */
    MIGRATIONS_SKIPPED(
            Kind.COUNT, "pragh.migrations.skipped", "", "Values not tried because too many others were stuck"),
    /** Migrations that have begun and not ended. */
    MIGRATIONS_UNDER_WAY(Kind.GAUGE, "pragh.migrations.under.way", "", "Migrations under way"),
    /** Values that wait to be pulled. */
    MIGRATIONS_WAITING(Kind.GAUGE, "pragh.migrations.waiting", "", "Values that wait for the throttle"),

    /** Labels: {@code area}. */
    MEMORY(
            Kind.GAUGE,
            "pragh.memory",
            Figure.BYTES,
            "Memory of this node's partitions: values, the tables of keys, what is kept in reserve for them, and what is"
                    + " free before more is taken"),
    /** Limits of this memory. */
    MEMORY_MAX(
            Kind.GAUGE,
            "pragh.memory.max",
            Figure.BYTES,
            "How large this node's partitions may grow in what its process has left"),
    /** Keys. */
    KEYS(Kind.GAUGE, "pragh.keys", "", "Keys in the tables of this node"),
    /** Partitions. */
    PARTITIONS(Kind.GAUGE, "pragh.partitions", "", "Partitions that this node serves"),

    /** Number of the current view. */
    EPOCH(Kind.GAUGE, "pragh.cluster.epoch", "", "Number of the view of the cluster"),
    /** Members. */
    MEMBERS(Kind.GAUGE, "pragh.cluster.members", "", "Members of that view"),
    /** Labels: {@code standing}. */
    STANDING(Kind.GAUGE, "pragh.node.standing", "", "1 for how far this node may act as a member, 0 for the others"),
    /** Labels: {@code role}. */
    COORDINATOR_ROLE(
            Kind.GAUGE,
            "pragh.coordinator.role",
            "",
            "1 for what this process has to do with the coordinator, 0 for the others"),

    /** Values compacted. */
    VALUES_COMPACTED(Kind.COUNT, "pragh.values.compacted", "", "Values written again to keep memory dense"),

    /** Bytes of pages returned to the system. */
    PAGES_RETURNED(
            Kind.COUNT,
            "pragh.pages.returned",
            Figure.BYTES,
            "Free pages of the partitions here that went back to the system"),

    /** Bytes of returned pages that were taken again. */
    PAGES_TAKEN_AGAIN(
            Kind.COUNT,
            "pragh.pages.taken.again",
            Figure.BYTES,
            "Pages that had gone back to the system and were used again"),

    /** Lists trimmed. */
    LISTS_TRIMMED(
            Kind.COUNT,
            "pragh.lists.trimmed",
            "",
            "Lists whose room for appends was taken back, as nobody appended to them"),
    /** Keys forgotten. */
    KEYS_FORGOTTEN(Kind.COUNT, "pragh.keys.forgotten", "", "Deleted keys of which nothing is left"),
    /** Values lost. */
    VALUES_LOST(Kind.COUNT, "pragh.values.lost", "", "Values of this node's keys that were lost with other nodes"),
    /** Blocks that dead nodes left behind. */
    ORPHANS_RETIRED(Kind.COUNT, "pragh.orphans.retired", "", "Blocks that dead nodes left here and that were freed"),

    /** For a process with a data folder, like all that follow; its first node reports them. */
    LOG_RECORDS(Kind.COUNT, "pragh.log.records", "", "Parts of commits that were written to the log and synced"),
    /** Bytes of these records. */
    LOG_BYTES(Kind.COUNT, "pragh.log", Figure.BYTES, "Bytes that were written to the log and synced"),
    /** Records that are not durable yet. */
    LOG_WAITING(Kind.GAUGE, "pragh.log.waiting", "", "Records that wait to be durable"),
    /** Whether the log has failed. */
    LOG_FAILED(Kind.GAUGE, "pragh.log.failed", "", "1 when nothing can be written to the log any more"),
    /** Bytes of the log that opening would replay. */
    LOG_BEHIND(
            Kind.GAUGE,
            "pragh.log.behind.checkpoint",
            Figure.BYTES,
            "Bytes of the log that the checkpoint does not have"),
    /** Space left for the log and checkpoints. */
    FOLDER_FREE(
            Kind.GAUGE,
            "pragh.data.folder.free",
            Figure.BYTES,
            "Bytes that the disk of the data folder has room for; not there for one at bookies"),
    /** Labels: {@code outcome} written or failed. */
    CHECKPOINTS(Kind.COUNT, "pragh.checkpoints", "", "Checkpoints by how they ended"),
    /** Time since the last checkpoint. */
    CHECKPOINT_AGE(
            Kind.GAUGE,
            "pragh.checkpoint.age",
            "seconds",
            "Time since the last checkpoint was written, or since the graph was opened"),
    /** Bytes of the last checkpoint. */
    CHECKPOINT_BYTES(
            Kind.GAUGE, "pragh.checkpoint", Figure.BYTES, "Bytes of the last checkpoint that this process has written"),
    /** How long the last checkpoint took. */
    CHECKPOINT_MILLIS(Kind.GAUGE, "pragh.checkpoint.duration", Figure.MILLIS, "How long that took"),
    /** Values restored from the checkpoint. */
    RESTORED_VALUES(
            Kind.GAUGE,
            "pragh.restored.values",
            "",
            "Values that were read from the checkpoint when the graph was opened"),
    /** Commits restored from the log. */
    RESTORED_COMMITS(
            Kind.GAUGE,
            "pragh.restored.commits",
            "",
            "Commits of the log that were done again when the graph was opened"),
    /** Bytes of checkpoint and log that were restored. */
    RESTORED_BYTES(Kind.GAUGE, "pragh.restored", Figure.BYTES, "Bytes of checkpoint and log when the graph was opened"),
    /** How long opening took. */
    RESTORED_MILLIS(Kind.GAUGE, "pragh.restored.duration", Figure.MILLIS, "How long restoring the graph took");

    /** How a figure changes over time. */
    public enum Kind {
        /** Only rises while the node runs. */
        COUNT,
        /** Rises and falls. */
        GAUGE
    }

    private static final String BYTES = "bytes";
    private static final String MILLIS = "milliseconds";

    private final Kind kind;
    private final String title;
    private final String unit;
    private final String meaning;

    Figure(Kind kind, String title, String unit, String meaning) {
        this.kind = kind;
        this.title = title;
        this.unit = unit;
        this.meaning = meaning;
    }

    /** How the figure changes over time. */
    public Kind kind() {
        return kind;
    }

    /** The figure's name for people and exporters. */
    public String title() {
        return title;
    }

    /** The unit; empty if the name says what is counted. */
    public String unit() {
        return unit;
    }

    /** A description in one sentence. */
    public String meaning() {
        return meaning;
    }

    /** An enum constant as the value of a label. */
    public static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
