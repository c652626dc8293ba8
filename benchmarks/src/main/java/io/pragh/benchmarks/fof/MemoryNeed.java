package io.pragh.benchmarks.fof;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.bulk.AdjacencyLists;
import io.pragh.core.store.MemoryLimits;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a graph needs in a cluster, whose nodes are in one process or divide its memory among their
 * processes. Immutable.
 *
 * @param directBytes outside the heap: tables, values, location caches
 * @param heapBytes in the heap: while loading
 */
public record MemoryNeed(long directBytes, long heapBytes) {
    private static final long BYTES_PER_EDGE = 12;
    private static final long BYTES_PER_VERTEX = 72;
    private static final long HEAP_BYTES_PER_EDGE = 4;
    private static final long HEAP_BYTES_PER_ID = 4;
    private static final long HEAP_BYTES_PER_SOURCE = 16;
    private static final long HEAP_BYTES_ALWAYS = 48L << 20;
    private static final long CACHE_BYTES_PER_VERTEX = 48;
    private static final int SEGMENT_BYTES_MIN = 1 << 20;
    private static final int SEGMENT_BYTES_MAX = 64 << 20;
    private static final int SEGMENTS_WANTED = 8;
    private static final long PROCESS_BYTES_MIN = 256L << 20;

    /** The least need of a graph of which only the number of edges is known. */
    public static MemoryNeed atLeast(long edges) {
        return new MemoryNeed(
                edges * BYTES_PER_EDGE, HEAP_BYTES_ALWAYS + Math.min(edges, passEdges()) * HEAP_BYTES_PER_EDGE);
    }

    /** The need of a surveyed graph. */
    public static MemoryNeed of(BenchGraph graph, FofConfig config) {
        long segments = (long) config.shape().partitions() * segmentBytes(graph, config);
        long caches = (long) config.shape().nodes() * cacheBytes(graph, config);
        MemoryNeed edges = atLeast(graph.edgeCount());
        long ids = Math.min(graph.vertexIdMax(), graph.vertexCount() * 8);
        return new MemoryNeed(
                edges.directBytes + graph.vertexCount() * BYTES_PER_VERTEX + segments + caches,
                edges.heapBytes + ids * HEAP_BYTES_PER_ID + graph.sourceCount() * HEAP_BYTES_PER_SOURCE);
    }

    private static long passEdges() {
        return AdjacencyLists.EDGES_PER_PASS_DEFAULT;
    }

    /**
     * Limits for the partitions of a graph: all memory of the process, in segments of which each partition gets a
     * few.
     */
    static MemoryLimits limits(BenchGraph graph, FofConfig config) {
        long keys = graph.vertexCount() / config.shape().partitions();
        return new MemoryLimits(
                segmentBytes(graph, config), MemoryLimits.DEFAULT.bytesMax(), (int) Math.max(64, keys + keys / 8));
    }

    private static int segmentBytes(BenchGraph graph, FofConfig config) {
        long graphBytes = graph.edgeCount() * BYTES_PER_EDGE + graph.vertexCount() * BYTES_PER_VERTEX;
        long wanted = graphBytes / config.shape().partitions() / SEGMENTS_WANTED;
        int bytes = SEGMENT_BYTES_MIN;
        while (bytes < wanted && bytes < SEGMENT_BYTES_MAX) {
            bytes <<= 1;
        }
        return bytes;
    }

    /** Bytes of each node's location cache: the configured value, or room for every vertex. */
    static long cacheBytes(BenchGraph graph, FofConfig config) {
        if (config.cacheBytes() != 0) {
            return config.cacheBytes();
        }
        long all = graph.vertexCount() * CACHE_BYTES_PER_VERTEX;
        return Math.max(LocationCache.BYTES_MIN, Math.min(LocationCache.BYTES_DEFAULT, all));
    }

    /** Null if this process has that much memory; else a line that says what is missing and which option helps. */
    public @Nullable String missing() {
        return missing(directLimit(), Runtime.getRuntime().maxMemory());
    }

    /**
     * As {@link #missing()}, where so many processes divide this one's memory, and the graph's lists, but each needs
     * the data about the whole graph.
     */
    public @Nullable String missing(int processes) {
        MemoryNeed all = new MemoryNeed(directBytes, heapBytes * processes);
        return processes == 1
                ? missing()
                : all.missing(directOfEach(processes) * processes, heapOfEach(processes) * processes);
    }

    /** Heap of each of so many processes. */
    static long heapOfEach(int processes) {
        return Math.max(PROCESS_BYTES_MIN, Runtime.getRuntime().maxMemory() / processes);
    }

    /** Direct memory of each of so many processes. */
    static long directOfEach(int processes) {
        return Math.max(PROCESS_BYTES_MIN, directLimit() / processes);
    }

    private @Nullable String missing(long directHas, long heapHas) {
        if (directBytes > directHas) {
            return missing("direct memory", directBytes, directHas, "-XX:MaxDirectMemorySize=");
        }
        return heapBytes > heapHas ? missing("heap", heapBytes, heapHas, "-Xmx") : null;
    }

    private static String missing(String kind, long needed, long available, String option) {
        long wantedMb = (needed + needed / 4) / (1 << 20) + 1;
        return String.format(
                Locale.ROOT,
                "the graph needs more %s than there may be; set PRAGH_JAVA_OPTS=%s%dm, or choose a smaller"
                        + " graph: needed=%d MB available=%d MB",
                kind,
                option,
                wantedMb,
                (needed >> 20) + 1,
                available >> 20);
    }

    private static long directLimit() {
        HotSpotDiagnosticMXBean jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long set = jvm == null
                ? 0
                : Long.parseLong(jvm.getVMOption("MaxDirectMemorySize").getValue());
        return set > 0 ? set : Runtime.getRuntime().maxMemory();
    }
}
