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
 * Names the rolls of a property graph in each partition: all vertices, the vertices of each label (labels with the
 * same hash share a roll), and the lists of edges that leave a vertex; collects those that a commit signs. One
 * thread.
 */
public final class ElementRolls {
    private static final int VERTICES = 0;
    private static final int EDGES = 1;
    private static final int LABELS_FIRST = 2;

    private final HomeMap homes;
    /** The rolls to sign, each once, with the change of its number of members. */
    private final Map<Long, Long> signed = new LinkedHashMap<>();

    /** No rolls yet, for one transaction. */
    ElementRolls(HomeMap homes) {
        this.homes = homes;
    }

    private static long key(HomeMap homes, int partition, int roll) {
        return GraphKey.of(GraphKey.KIND_ROLL, 0, roll, homes.mint(partition, 0));
    }

    /** The roll of all vertices of a partition. */
    public static long vertices(HomeMap homes, int partition) {
        return key(homes, partition, VERTICES);
    }

    /** The roll of the vertices of a partition that have a label. */
    public static long vertices(HomeMap homes, int partition, String label) {
        long hash = ElementKeys.hash(label.getBytes(StandardCharsets.UTF_8));
        return key(homes, partition, LABELS_FIRST + (int) (hash % (PartitionHeader.ROLLS - LABELS_FIRST)));
    }

    /** The roll of the edges that leave the vertices of a partition. */
    public static long edges(HomeMap homes, int partition) {
        return key(homes, partition, EDGES);
    }

    /** Notes that a vertex is added (1) or removed (-1); null for no label. */
    void vertex(long vid, @Nullable String label, int change) {
        if (label != null) {
            int home = homes.home(vid);
            add(vertices(homes, home), change);
            add(vertices(homes, home, label), change);
        }
    }

    /** Notes that a list gains or loses so many entries; only lists of edges that leave a vertex count. */
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
