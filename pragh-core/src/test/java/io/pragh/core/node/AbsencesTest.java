package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.KeptShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AbsencesTest {
    private static final int PARTITIONS = 3;
    private static final int BACK = 7;

    private final Absences absences = new Absences();

    /**
     * A view in which node p serves partition p unless p is in {@code away}; the partitions in {@code back} are in
     * the folder of a member that has not restored them yet.
     */
    private static ClusterView view(Set<Integer> away, List<Integer> back) {
        int[] nodeOf = new int[PARTITIONS];
        List<ClusterView.Member> members = new ArrayList<>();
        for (int p = 0; p < PARTITIONS; p++) {
            nodeOf[p] = away.contains(p) ? ClusterView.NOBODY : p;
            if (!away.contains(p)) {
                members.add(new ClusterView.Member(p, "node-" + p, "", "", KeptShare.settled(0, List.of(p), 0, true)));
            }
        }
        if (!back.isEmpty()) {
            members.add(new ClusterView.Member(BACK, "back", "", "", KeptShare.settled(0, back, 0, false)));
        }
        return new ClusterView(1, members, nodeOf, new int[PARTITIONS], true);
    }

    @Test
    void whatWasSeenServedIsDueAtOnceAndAllElseLater() {
        assertEquals(Set.of(), absences.due(view(Set.of(0), List.of()), 5));
        assertEquals(Set.of(1), absences.due(view(Set.of(0, 1), List.of()), 6));
        assertEquals(Set.of(1), absences.due(view(Set.of(0, 1), List.of()), 4 + Standby.UNSEEN_NANOS));
        assertEquals(Set.of(0, 1), absences.due(view(Set.of(0, 1), List.of()), 5 + Standby.UNSEEN_NANOS));
    }

    @Test
    void whatAMemberIsAboutToServeIsNotDue() {
        assertEquals(Set.of(), absences.due(view(Set.of(), List.of()), 0));
        assertEquals(Set.of(2), absences.due(view(Set.of(1, 2), List.of(1)), 1));
        assertEquals(Set.of(1, 2), absences.due(view(Set.of(1, 2), List.of()), 2));
    }

    @Test
    void itWaitsAnewForWhatSomebodyWasAboutToServe() {
        assertEquals(Set.of(), absences.due(view(Set.of(0), List.of()), 0));
        assertEquals(Set.of(), absences.due(view(Set.of(0), List.of(0)), Standby.UNSEEN_NANOS));
        assertEquals(Set.of(), absences.due(view(Set.of(0), List.of()), Standby.UNSEEN_NANOS + 1));
    }
}
