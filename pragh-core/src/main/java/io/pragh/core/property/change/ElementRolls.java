package io.pragh.core.property.change;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.api.Transaction;
import io.pragh.core.property.element.ElementKeys;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rolls of a property graph, in each partition: all vertices, the vertices of each label (labels whose hashes are one share a
 * roll), and the lists of edges that leave a vertex. One thread.
 */
public final class ElementRolls {
    private static final int VERTICES = 0;
    private static final int EDGES = 1;
    private static final int LABELS_FIRST = 2;

    private final HomeMap homes;
    /** What is to be signed, each once, and how many more members it has. */
    private final Map<Long, Long> signed = new LinkedHashMap<>();

    /** Rolls that a transaction is to sign; none at first. */
    ElementRolls(HomeMap homes) {
        this.homes = homes;
    }

    private static long key(HomeMap homes, int partition, int roll) {
        return GraphKey.of(GraphKey.KIND_ROLL, 0, roll, homes.mint(partition, 0));
    }

    /** All vertices of a partition. */
    public static long vertices(HomeMap homes, int partition) {
        return key(homes, partition, VERTICES);
    }

    /** The vertices of a partition that have a label. */
    public static long vertices(HomeMap homes, int partition, String label) {
        long hash = ElementKeys.hash(label.getBytes(StandardCharsets.UTF_8));
        return key(homes, partition, LABELS_FIRST + (int) (hash % (PartitionHeader.ROLLS - LABELS_FIRST)));
    }

    /** The edges that leave the vertices of a partition. */
    public static long edges(HomeMap homes, int partition) {
        return key(homes, partition, EDGES);
    }

    /** A vertex comes (1) or goes (-1); null for no label. */
    void vertex(long vid, @Nullable String label, int change) {
        if (label != null) {
            int home = homes.home(vid);
            add(vertices(homes, home), change);
            add(vertices(homes, home, label), change);
        }
    }

    /** So many more entries are in a list, or fewer; only lists of edges that leave a vertex count. */
    void list(long key, long change) {
        if (GraphKey.direction(key) == GraphKey.OUT) {
            add(edges(homes, homes.home(key)), change);
        }
    }

    private void add(long roll, long change) {
        signed.merge(roll, change, Long::sum);
    }

    void sign(Transaction transaction) {
        signed.forEach(transaction::sign);
    }
}
