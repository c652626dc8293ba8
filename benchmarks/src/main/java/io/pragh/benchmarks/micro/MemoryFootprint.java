package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.store.Partition;
import java.util.Locale;

/**
 * How many bytes does a directed edge take, slots, headers and free memory between blocks included? The floor is 4
 * bytes for its id and {@code 4 * vertices / edges} for the offsets of a plain array graph.
 *
 * <pre>bin/pragh bench memory --scale 20</pre>
 */
public final class MemoryFootprint {
    private static final int SCALE_DEFAULT = 20;

    private MemoryFootprint() {}

    /**
     * Bytes of a loaded graph. Immutable.
     *
     * @param edges directed edges
     * @param keys lists, one for each vertex that an edge names
     * @param regionBytes memory taken from the system
     * @param usedBytes pages of it in use
     * @param tableBytes of these, key tables
     * @param blockBytes of these, blocks of values
     */
    public record Footprint(
            long edges, long keys, long regionBytes, long usedBytes, long tableBytes, long blockBytes) {}

    /** Loads an R-MAT graph and measures it; the argument is its scale. */
    public static void main(String[] args) {
        System.out.print(show(measure(args.length == 0 ? SCALE_DEFAULT : Integer.parseInt(args[0]))));
    }

    /** Loads the graph into one node. */
    public static Footprint measure(int scale) {
        RmatParameters parameters = RmatParameters.graph500(scale, 1);
        try (LoadedNode loaded = new LoadedNode(new RmatEdges(parameters))) {
            long keys = 0;
            long region = 0;
            long used = 0;
            long table = 0;
            long blocks = 0;
            for (Partition partition : loaded.node().partitions()) {
                keys += partition.table().size();
                region += partition.region().bytes();
                used += partition.pages().usedBytes();
                table += partition.table().bytes();
                blocks += partition.blocks().stats().allocatedBytes();
            }
            return new Footprint(parameters.edgeCount(), keys, region, used, table, blocks);
        }
    }

    /** The footprint for users, a line for each part. */
    public static String show(Footprint footprint) {
        long arrays = Integer.BYTES * (footprint.edges + footprint.keys);
        return String.format(Locale.ROOT, "%,d edges, %,d lists%n", footprint.edges, footprint.keys)
                + line("taken from the system", footprint.regionBytes, footprint)
                + line("in use", footprint.usedBytes, footprint)
                + line("  key tables", footprint.tableBytes, footprint)
                + line("  blocks of values", footprint.blockBytes, footprint)
                + line("plain int arrays", arrays, footprint);
    }

    private static String line(String what, long bytes, Footprint footprint) {
        double share = (double) bytes / footprint.edges;
        return String.format(Locale.ROOT, "%-22s %,14d bytes %6.2f bytes/edge%n", what, bytes, share);
    }
}
