package io.pragh.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.testkit.Asker;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Checks how calls end that reach no node, how connections end whose peer dies, and which peers are let in. The tests
 * call closed ports, unused addresses and nodes of another cluster. Skipped where there is no device.
 */
@EnabledIf("io.pragh.rdma.verbs.VerbsNodes#hasDevice")
class VerbsConnectionTest {
    private static final int SEGMENT = 1 << 16;
    private static final String HASTY = "2000";

    private static Region exposed(VerbsFabric fabric, int partition) {
        Region memory = fabric.region(SEGMENT, 2);
        memory.grow();
        fabric.expose(partition, memory);
        return memory;
    }

    private static void meet(VerbsFabric one, VerbsFabric other) {
        one.meet(other.self(), other.address());
        other.meet(one.self(), one.address());
        try (Workers nobody = new Workers()) {
            nobody.await("both reach each other", () -> one.hasReached(other.self()) && other.hasReached(one.self()));
        }
    }

    /**
     * Returns the reason why a call ends. The call has to end within its own bound and the delay that an emulator
     * adds.
     */
    private static String whyLost(VerbsFabric fabric, String host, int port)
            throws IOException, ExecutionException, InterruptedException, TimeoutException {
        CompletableFuture<String> why = new CompletableFuture<>();
        Connection connection = fabric.connections().call(new InetSocketAddress(host, port), new Connection.Owner() {
            @Override
            public void connected(Connection made) {
                why.complete("connected");
            }

            @Override
            public void take(Connection from, ByteBuffer frame) {
                why.complete("a frame");
            }

            @Override
            public void lost(Connection lost, String reason) {
                why.complete(reason);
            }
        });
        try {
            return why.get(20, TimeUnit.SECONDS);
        } finally {
            fabric.connections().destroy(connection);
        }
    }

    @Test
    void aCallThatIsRejectedEndsAtOnce() throws Exception {
        try (VerbsFabric fabric = VerbsNodes.open(0, 1, VerbsNodes.settings())) { // else it takes a minute
            long start = System.nanoTime();

            String why = whyLost(fabric, VerbsNodes.HOST, 1);

            assertTrue(why.contains("REJECTED"), why);
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            System.out.println("REJECTED after " + seconds + " s");
            assertTrue(seconds < 10, "seconds=" + seconds);
        }
    }

    @Test
    void aCallToAnAddressThatNobodyHasEndsWithinItsBound() throws Exception {
        String nobody = VerbsNodes.HOST.substring(0, VerbsNodes.HOST.lastIndexOf('.')) + ".99";
        try (VerbsFabric fabric = VerbsNodes.open(0, 1, VerbsNodes.settings("silenceMillis", HASTY))) {
            String why = whyLost(fabric, nobody, 4711);

            System.out.println("nobody there: " + why);
            assertTrue(why.contains("in time") || why.contains("ERROR") || why.contains("UNREACHABLE"), why);
        }
    }

    @Test
    void aCallWithoutARouteEndsAtOnce() {
        try (VerbsFabric fabric = VerbsNodes.open(0, 1, VerbsNodes.settings("silenceMillis", HASTY))) {
            String why;
            try {
                why = whyLost(fabric, "203.0.113.1", 4711); // reserved for documentation: no route
            } catch (Exception noWay) {
                why = noWay.getMessage();
            }
            System.out.println("no route: " + why);
            assertTrue(why.contains("rdma_resolve_addr") || why.contains("_ERROR") || why.contains("in time"), why);
        }
    }

    @Test
    void whatIsPostedToANodeThatNeverAnswersEnds() {
        try (VerbsFabric fabric = VerbsNodes.open(0, 1, VerbsNodes.settings("silenceMillis", HASTY));
                VerbsFabric other = VerbsNodes.open(1, 1, VerbsNodes.settings());
                Asker asker = new Asker(fabric)) {
            exposed(other, 5);
            meet(fabric, other);
            fabric.meet(1, "rdma://" + VerbsNodes.HOST + ":1"); // moved, to a port where no process listens

            assertEquals(OpStatus.UNREACHABLE, asker.tryRead(5, 8));
        }
    }

    @Test
    void aPeerThatDiesMidwayLeavesNothingUnderWayAndIsReachedInItsNextLife() {
        VerbsFabric first = VerbsNodes.open(1, 1, VerbsNodes.settings());
        try (VerbsFabric fabric = VerbsNodes.open(0, 1, VerbsNodes.settings());
                Endpoint endpoint = fabric.open();
                Workers workers = new Workers()) {
            exposed(first, 5);
            meet(fabric, first);
            Region landing = Region.direct(SEGMENT, 1);
            landing.grow();
            Batch batch = new Batch(100);
            CompletableFuture<Void> begun = new CompletableFuture<>();
            workers.start(() -> {
                begun.get(30, TimeUnit.SECONDS);
                first.close();
            });
            int[] lost = {0};
            workers.await("operations fail", () -> {
                batch.clear();
                for (int i = 0; i < 100; i++) {
                    batch.read(5, 0, 512, landing, 512L * i);
                }
                endpoint.execute(batch);
                begun.complete(null);
                for (int i = 0; i < 100; i++) {
                    assertNotEquals(OpStatus.PENDING, batch.status(i));
                    lost[0] += batch.ok(i) ? 0 : 1;
                }
                return lost[0] > 0;
            });
            workers.join();

            try (VerbsFabric second = VerbsNodes.open(1, 2, VerbsNodes.settings());
                    Asker asker = new Asker(fabric)) {
                Region memory = exposed(second, 5);
                workers.await("the loss is noticed", () -> !fabric.hasReached(1));
                meet(fabric, second);
                asker.write(5, 8, 77);
                assertEquals(77, memory.getLongAcquire(8));
            }
        } finally {
            first.close();
        }
    }

    @Test
    void whoeverHasALaterLifeReachesNothingAnyMore() {
        try (VerbsFabric fabric = VerbsNodes.open(0, 1, VerbsNodes.settings());
                VerbsFabric earlier = VerbsNodes.open(1, 1, VerbsNodes.settings());
                Asker asker = new Asker(earlier);
                Workers nobody = new Workers()) {
            Region memory = exposed(fabric, 5);
            meet(fabric, earlier);
            asker.write(5, 8, 1);

            try (VerbsFabric later = VerbsNodes.open(1, 2, VerbsNodes.settings())) {
                later.meet(0, fabric.address());
                nobody.await("the later one is let in", () -> later.hasReached(0));

                assertNotEquals(OpStatus.OK, asker.tryWrite(5, 8, 2));
                nobody.await("it is told", () -> asker.tryWrite(5, 8, 3) == OpStatus.FENCED);
                assertEquals(1, memory.getLongAcquire(8));
            }
        }
    }

    @Test
    void aNodeOfAnotherClusterIsNotLetIn() {
        FabricSeat elsewhere =
                new FabricSeat("another", 1, 1, "rdma://" + VerbsNodes.HOST + ":0", VerbsNodes.settings());
        try (VerbsFabric fabric = VerbsNodes.open(0, 1, VerbsNodes.settings());
                VerbsFabric stranger = (VerbsFabric) new VerbsFabricProvider().open(elsewhere);
                VerbsFabric member = VerbsNodes.open(2, 1, VerbsNodes.settings())) {
            stranger.meet(0, fabric.address());
            meet(fabric, member);

            assertFalse(stranger.hasReached(0));
            assertEquals(1, fabric.callers().all().size());
        }
    }

    @Test
    void anAddressThatNoDeviceHasIsRefusedByOneLine() {
        FabricSeat seat = new FabricSeat("test", 0, 1, "rdma://127.0.0.1:0", Map.of());

        String said = assertThrows(PraghException.class, () -> new VerbsFabricProvider().open(seat))
                .getMessage();

        assertTrue(said.contains("no RDMA") && said.contains("127.0.0.1") && !said.contains("\n"), said);
    }
}
