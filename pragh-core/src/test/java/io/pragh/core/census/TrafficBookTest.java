package io.pragh.core.census;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.Traffic;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.testkit.ScriptedMembership;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks the counts of traffic while members of a local network leave, join and come back. */
class TrafficBookTest {
    private final Fabric fabric = new LocalNetwork().join(0);
    private final ScriptedMembership membership = new ScriptedMembership(view(1));
    private final TrafficBook book = TrafficBook.follow(fabric, membership);

    /** A view of node 0, named "self", and others, which serve no partition. */
    private static ClusterView view(long epoch, ClusterView.Member... others) {
        List<ClusterView.Member> members = new ArrayList<>(List.of(others));
        members.add(new ClusterView.Member(0, "self", ""));
        return new ClusterView(epoch, members, new int[] {0});
    }

    private static ClusterView.Member member(int node, String name) {
        return new ClusterView.Member(node, name, "");
    }

    private void send(int to, int bytes) {
        fabric.send(new Message(0, to, 1, 0, 0, ByteBuffer.allocate(bytes)));
    }

    private static Traffic messages(long count, long bytes) {
        return new Traffic(0, 0, 0, 0, 0, 0, count, bytes);
    }

    private Map<String, Traffic> entries() {
        Map<String, Traffic> entries = new LinkedHashMap<>();
        book.entries().forEach(e -> entries.put(e.name(), e.traffic()));
        return entries;
    }

    @Test
    void memberIsThereBeforeAnythingWasPostedToIt() {
        membership.change(view(2, member(1, "b"), member(2, "a")));
        assertEquals(Map.of("a", Traffic.NONE, "b", Traffic.NONE), entries());
    }

    @Test
    void memberThatComesBackUnderItsNameGoesOnWhereItStopped() {
        membership.change(view(2, member(1, "a"), member(2, "b")));
        send(1, 10);
        send(2, 20);
        membership.change(view(3, member(2, "b")));
        assertEquals(Map.of("a", messages(1, 10), "b", messages(1, 20)), entries());
        membership.change(view(4, member(2, "b"), member(3, "a")));
        send(3, 5);
        assertEquals(Map.of("a", messages(2, 15), "b", messages(1, 20)), entries());
        membership.change(view(5, member(2, "b")));
        assertEquals(Map.of("a", messages(2, 15), "b", messages(1, 20)), entries());
        assertEquals(3, fabric.tally().counters().messages());
    }

    @Test
    void whatIsSentToMembersThatLeftCountsWithOthers() {
        membership.change(view(2, member(1, "a")));
        membership.change(view(3));
        send(1, 7);
        membership.change(view(4, member(2, "b")));
        assertEquals(Map.of("a", Traffic.NONE, "b", Traffic.NONE, TrafficBook.OTHERS, messages(1, 7)), entries());
    }

    @Test
    void partitionsThatNobodyExposesAreNobodys() {
        try (Endpoint endpoint = fabric.open()) {
            Batch batch = new Batch(1);
            batch.readWord(0, 0);
            endpoint.execute(batch);
        }
        assertEquals(Map.of(TrafficBook.NOBODY, new Traffic(1, 0, 0, 0, 8, 0, 0, 0)), entries());
    }

    /**
     * Every member has a name of its own, and there are far more names than are kept: no number ever shrinks, and the
     * sum is all that was posted.
     */
    @Test
    void namesOfThoseThatLeftAreKeptUpToABound() {
        int all = 3 * TrafficBook.NAMES_LEFT_MAX;
        membership.change(view(2, member(1, "stays")));
        for (int i = 2; i < all; i++) {
            membership.change(view(i + 1, member(1, "stays"), member(i, "name-" + i)));
            send(i, 3);
            send(1, 1);
        }
        membership.change(view(all + 1, member(1, "stays")));
        Map<String, Traffic> entries = entries();

        assertEquals(TrafficBook.NAMES_LEFT_MAX + 2, entries.size());
        assertEquals(messages(all - 2, all - 2), entries.get("stays"));
        assertEquals(messages(1, 3), entries.get("name-" + (all - 1)), "the last that left");
        long given = all - 2L - TrafficBook.NAMES_LEFT_MAX;
        assertEquals(messages(given, 3 * given), entries.get(TrafficBook.OTHERS));
        assertTrue(fabric.tally().traffic().size() <= 1, "the fabric keeps nothing of them");
    }

    @Test
    void viewThatComesLateChangesNothing() {
        membership.change(view(3, member(1, "a")));
        send(1, 4);
        book.changed(view(2));
        assertEquals(Map.of("a", messages(1, 4)), entries());
    }
}
