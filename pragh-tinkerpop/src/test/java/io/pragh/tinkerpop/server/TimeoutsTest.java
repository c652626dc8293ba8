package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.junit.jupiter.api.Test;

/** Checks the timer for the ends of requests, of which nearly all are cancelled before they are due. */
class TimeoutsTest {
    private static final int REQUESTS = 100;

    @Test
    void whatIsDoneInTimeIsTakenOutAndWakesNobody() {
        Timeouts timeouts = new Timeouts();
        try {
            Runnable beat = timeouts.getQueue().peek();
            for (int i = 0; i < REQUESTS; i++) {
                Future<?> end = timeouts.schedule(() -> {}, 30, TimeUnit.SECONDS);
                assertSame(beat, timeouts.getQueue().peek(), "who waits for what is due first is not woken");
                end.cancel(true);
            }
            assertTrue(timeouts.getQueue().size() <= 1, "all but the beat: " + timeouts.getQueue());
        } finally {
            timeouts.shutdownNow();
        }
    }

    @Test
    void whatIsDueSoonComesInTime() throws InterruptedException {
        Timeouts timeouts = new Timeouts();
        try {
            CountDownLatch came = new CountDownLatch(1);
            long began = System.nanoTime();
            var unused = timeouts.schedule(came::countDown, 10, TimeUnit.MILLISECONDS);
            assertTrue(came.await(10, TimeUnit.SECONDS));
            assertTrue(System.nanoTime() - began >= TimeUnit.MILLISECONDS.toNanos(10));
        } finally {
            timeouts.shutdownNow();
        }
    }

    @Test
    void aServersRequestsAskHere() {
        try (ServedGraph served = new ServedGraph(2_000)) {
            Cluster cluster = served.cluster().create();
            try {
                ClientTasks tasks = (ClientTasks)
                        served.server.server.getServerGremlinExecutor().getGremlinExecutorService();
                GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster));
                CompletableFuture<?> endless = g.inject(1)
                        .repeat(__.map(__.constant(1)))
                        .until(__.is(2))
                        .promise(Traversal::next);
                await().until(() -> tasks.timeouts().getQueue().size() > 1); // one is the periodic task
                CompletionException ended = assertThrows(CompletionException.class, endless::join);
                assertTrue(ended.getMessage().contains("timeout"), ended::toString);
                await().until(() -> tasks.timeouts().getQueue().size() <= 1);
            } finally {
                cluster.close();
            }
        }
    }
}
