package io.pragh.core.property.bulk;

import io.pragh.core.address.HomeMap;

/** The numbered vertices sorted by home, then in the order in which they were added: 4 bytes each. One thread. */
final class HomeOrder {
    private final int[] starts;
    private final int[] vertices;

    HomeOrder(StagedVertices all, HomeMap homes, StagingBudget budget) {
        this.starts = new int[homes.partitions() + 1];
        int count = all.count();
        budget.take((long) count * Integer.BYTES);
        this.vertices = new int[count];
        for (int i = 0; i < count; i++) {
            starts[homes.home(all.vid(i))]++;
        }
        int end = 0;
        for (int home = 0; home < starts.length; home++) {
            end += starts[home];
            starts[home] = end;
        }
        for (int i = count - 1; i >= 0; i--) {
            vertices[--starts[homes.home(all.vid(i))]] = i;
        }
    }

    int count() {
        return vertices.length;
    }

    /** Index of the first vertex of a home. */
    int from(int home) {
        return starts[home];
    }

    /** Index behind the last vertex of a home. */
    int to(int home) {
        return starts[home + 1];
    }

    /** The vertex at an index. */
    int vertex(int index) {
        return vertices[index];
    }
}
