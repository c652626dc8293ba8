package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FairShareTest {
    /** Members join one after the other, and each takes its share before the next one joins. */
    @ParameterizedTest
    @CsvSource({"1, 8, 4", "2, 8, 3", "3, 16, 5", "1, 3, 3", "4, 128, 64", "2, 4, 6"})
    void sharesDifferByAFewAtMostAndTheLeadingPartitionStays(int founders, int partitions, int members) {
        ClusterView view = ClusterView.inTurn(founders, partitions);
        for (int newcomer = founders; newcomer < members; newcomer++) {
            ClusterView.Member[] present =
                    ClusterView.inTurn(newcomer + 1, partitions).members().toArray(new ClusterView.Member[0]);
            int[] nodeOf = new int[partitions];
            java.util.Arrays.setAll(nodeOf, view::nodeOf);
            view = new ClusterView(view.epoch() + 1, java.util.List.of(present), nodeOf);
            int moves = 0;
            for (int next = FairShare.next(view, newcomer);
                    next != FairShare.NONE;
                    next = FairShare.next(view, newcomer)) {
                assertTrue(view.partitionsOf(view.nodeOf(next)).length > 1, "nobody gives its last one");
                view = view.handedOver(next, newcomer);
                moves++;
            }
            assertEquals(
                    Math.min(Math.max(1, partitions / (newcomer + 1)), newcomer < partitions ? partitions : 0), moves);
        }
        assertEquals(0, view.nodeOf(0));
    }

    /** If it ended, what it has would end with it. */
    @Test
    void whoHasNoRoomForMoreGoesOnWithWhatItHas() {
        AtomicReference<ClusterView> view = new AtomicReference<>(withNewcomer());
        FairShare.take(view::get, 1, partition -> {
            if (view.get().partitionsOf(1).length == 2) {
                throw new PraghException("there is no memory for it");
            }
            view.set(view.get().handedOver(partition, 1));
            return true;
        });
        assertEquals(2, view.get().partitionsOf(1).length);
        FairShare.take(view::get, 1, partition -> false);
    }

    @Test
    void whoHasNoRoomForAnySaysSo() {
        assertThrows(
                PraghException.class,
                () -> FairShare.take(FairShareTest::withNewcomer, 1, partition -> {
                    throw new PraghException("there is no memory for it");
                }));
    }

    private static ClusterView withNewcomer() {
        return new ClusterView(1, ClusterView.inTurn(2, 8).members(), new int[8]);
    }
}
