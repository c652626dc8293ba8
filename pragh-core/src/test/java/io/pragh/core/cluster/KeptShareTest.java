package io.pragh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.cluster.KeptShare.Holding;
import io.pragh.core.cluster.KeptShare.State;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks which of the folders that hold a partition keeps it, with a view that says so and without. */
class KeptShareTest {
    private static final int PARTITION = 2;
    private static final long GIVER = 0x77a0;
    private static final long TAKER = 0x4e11;
    private static final long THIRD = 0x1f0c;

    private static final Holding SETTLED = Holding.settled(PARTITION);
    private static final Holding LEAVING = new Holding(PARTITION, State.LEAVING, TAKER);
    private static final Holding ARRIVING = new Holding(PARTITION, State.ARRIVING, 0);

    private static KeptShare share(long folder, Holding... holdings) {
        return new KeptShare(folder, List.of(holdings), 0, true);
    }

    /** The folders that keep the partition according to a view in which {@code keeper} does. */
    private static List<Long> keepers(long keeper, KeptShare... shares) {
        List<ClusterView.Member> members = new ArrayList<>();
        for (KeptShare share : shares) {
            members.add(new ClusterView.Member(members.size(), "", "", "", share));
        }
        return members.stream()
                .map(ClusterView.Member::keeps)
                .filter(share -> share.keeps(PARTITION, keeper, members))
                .map(KeptShare::folder)
                .toList();
    }

    @Test
    void theViewSaysWhichFolderKeepsAPartitionInEachStepOfAHandover() {
        for (Holding there : List.of(ARRIVING, SETTLED)) {
            assertEquals(List.of(GIVER), keepers(GIVER, share(GIVER, LEAVING), share(TAKER, there)));
            assertEquals(List.of(TAKER), keepers(TAKER, share(GIVER, LEAVING), share(TAKER, there)));
        }
        assertEquals(List.of(), keepers(TAKER, share(GIVER, LEAVING)));
        assertEquals(List.of(), keepers(GIVER, share(TAKER, ARRIVING)));
        assertEquals(List.of(), keepers(GIVER, share(GIVER, Holding.settled(PARTITION + 1))));
    }

    @Test
    void withoutAViewTheFolderThatHasSettledKeepsIt() {
        assertEquals(List.of(GIVER), keepers(0, share(GIVER, SETTLED), share(TAKER)));
        assertEquals(List.of(TAKER), keepers(0, share(GIVER, LEAVING), share(TAKER, SETTLED)));
        assertEquals(List.of(TAKER), keepers(0, share(TAKER, SETTLED)));
    }

    /** As long as the taker has not settled, it has acknowledged nothing. */
    @Test
    void withoutAViewTheGiverKeepsWhatTheTakerHasNotSettled() {
        assertEquals(List.of(GIVER), keepers(0, share(GIVER, LEAVING), share(TAKER, ARRIVING)));
        assertEquals(List.of(GIVER), keepers(0, share(GIVER, LEAVING), share(TAKER)));
    }

    @Test
    void withoutAViewAndWithoutTheTakersFolderNobodyKnows() {
        assertEquals(List.of(), keepers(0, share(GIVER, LEAVING), share(THIRD)));
        assertEquals(List.of(), keepers(0, share(THIRD), share(TAKER, ARRIVING), KeptShare.NONE));
    }
}
