package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import io.pragh.testkit.Opened;
import io.pragh.tinkerpop.server.Caller.Asked;
import io.pragh.tinkerpop.server.HeapAlarm.Fill;
import java.lang.management.ManagementFactory;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Checks which request is ended when the heap is nearly full, and which are not. The tests state how full the heap
 * is, in place of the collector.
 */
class EvaluationsTest {
    private static final long HEAP_BYTES = 1L << 30;
    private static final int LARGE_BYTES = 64 << 20;
    private static final int SMALL_BYTES = 1 << 20;

    private final Evaluations evaluations = new Evaluations(80);

    @RegisterExtension
    private final Opened opened = new Opened();

    /** A request that allocates, holds nothing, and waits until it is told to end. */
    private final class Request {
        private final Caller caller = new Caller();
        private final EmbeddedChannel connection = new EmbeddedChannel(caller);
        private final UUID number = UUID.randomUUID();
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch told = new CountDownLatch(1);
        private final Thread thread;
        private volatile boolean interrupted;

        Request(int bytes) throws InterruptedException {
            thread = new Thread(() -> run(bytes), "request");
            thread.start();
            assertTrue(begun.await(1, TimeUnit.MINUTES));
        }

        private void run(int bytes) {
            evaluations.begin(new Asked(caller, connection, number));
            allocate(bytes);
            begun.countDown();
            try {
                told.await();
            } catch (InterruptedException ended) {
                interrupted = true;
            }
            evaluations.end();
        }

        boolean isInterrupted() throws InterruptedException {
            told.countDown();
            thread.join(TimeUnit.MINUTES.toMillis(1));
            return interrupted;
        }

        /** What the client is told in place of an ordinary message with this code. */
        String answer(ResponseStatusCode code) {
            connection.writeOutbound(ResponseMessage.build(number)
                    .code(code)
                    .statusMessage("as it is")
                    .create());
            ResponseMessage answer = connection.readOutbound();
            return answer.getStatus().getMessage();
        }
    }

    private static void allocate(int bytes) {
        long allocated = 0;
        while (allocated < bytes) {
            allocated += new byte[SMALL_BYTES].length;
        }
    }

    private Request request(int bytes) throws InterruptedException {
        Request request = new Request(bytes);
        opened.open(request::isInterrupted);
        return request;
    }

    private static long now() {
        return ManagementFactory.getRuntimeMXBean().getUptime();
    }

    private void collected(int percent, boolean isWhole) {
        evaluations.collected(new Fill(HEAP_BYTES * percent / 100 + 1, HEAP_BYTES, isWhole, now()));
    }

    @Test
    void theOneThatHasAllocatedMostIsEndedAndItsClientToldWhy() throws Exception {
        Request one = request(LARGE_BYTES);
        Request more = request(2 * LARGE_BYTES);
        Request other = request(LARGE_BYTES);
        collected(80, true);
        more.thread.join(TimeUnit.MINUTES.toMillis(1));
        assertTrue(more.isInterrupted());
        assertTrue(more.answer(ResponseStatusCode.SERVER_ERROR_TIMEOUT).contains("server.heapPercentMax=80"));
        assertEquals("as it is", more.answer(ResponseStatusCode.SERVER_ERROR_TIMEOUT));
        assertFalse(one.isInterrupted());
        assertFalse(other.isInterrupted());
        assertEquals("as it is", one.answer(ResponseStatusCode.SERVER_ERROR_TIMEOUT));
    }

    @Test
    void nobodyIsEndedAsLongAsThereIsRoom() throws Exception {
        Request streams = request(4 * LARGE_BYTES);
        collected(79, true);
        collected(89, false); // the heap may be full of dead objects
        assertFalse(streams.isInterrupted());
    }

    @Test
    void aHeapThatIsNearlyFullIsTakenAtItsWord() throws Exception {
        Request fills = request(LARGE_BYTES);
        collected(90, false);
        fills.thread.join(TimeUnit.MINUTES.toMillis(1));
        assertTrue(fills.isInterrupted());
    }

    @Test
    void whatWasAllocatedBeforeTheHeapWasCalmDoesNotCount() throws Exception {
        Request streams = request(4 * LARGE_BYTES);
        collected(39, true);
        Request fills = request(LARGE_BYTES);
        collected(80, true);
        fills.thread.join(TimeUnit.MINUTES.toMillis(1));
        assertTrue(fills.isInterrupted());
        assertFalse(streams.isInterrupted());
    }

    @Test
    void smallRequestsAreNotWhyTheHeapIsFull() throws Exception {
        Request small = request(SMALL_BYTES);
        collected(99, true);
        assertFalse(small.isInterrupted());
    }

    @Test
    void theCollectorMayTakeWhatOneHasLeftBeforeAnotherIsEnded() throws Exception {
        Request other = request(LARGE_BYTES);
        Request fills = request(2 * LARGE_BYTES);
        long before = now();
        collected(85, true);
        fills.thread.join(TimeUnit.MINUTES.toMillis(1));
        assertTrue(fills.isInterrupted());
        evaluations.collected(new Fill(HEAP_BYTES, HEAP_BYTES, true, before));
        assertEquals("as it is", other.answer(ResponseStatusCode.SERVER_ERROR_TIMEOUT));
        evaluations.collected(new Fill(HEAP_BYTES, HEAP_BYTES, false, now() + 1_000));
        assertEquals("as it is", other.answer(ResponseStatusCode.SERVER_ERROR_TIMEOUT));
        evaluations.collected(new Fill(HEAP_BYTES, HEAP_BYTES, true, now() + 1_000));
        assertTrue(other.answer(ResponseStatusCode.SERVER_ERROR_TIMEOUT).contains("the heap is full"));
    }

    @Test
    void whoeverIsOnItsWayOutIsWaitedFor() throws Exception {
        Request other = request(LARGE_BYTES);
        CountDownLatch leaves = new CountDownLatch(1);
        Thread slow = new Thread(() -> {
            evaluations.begin(new Asked(new Caller(), new EmbeddedChannel(), UUID.randomUUID()));
            allocate(2 * LARGE_BYTES);
            leaves.countDown();
            while (other.told.getCount() > 0) {
                Thread.onSpinWait(); // until the thread notices
            }
            evaluations.end();
        });
        slow.start();
        opened.open(() -> slow.join(TimeUnit.MINUTES.toMillis(1)));
        opened.open(other::isInterrupted);
        assertTrue(leaves.await(1, TimeUnit.MINUTES));
        collected(85, true);
        collected(85, true);
        assertEquals("as it is", other.answer(ResponseStatusCode.SERVER_ERROR_TIMEOUT));
    }

    @Test
    void aThreadThatIsThroughIsNotInterrupted() throws Exception {
        evaluations.begin(new Asked(new Caller(), new EmbeddedChannel(), UUID.randomUUID()));
        allocate(LARGE_BYTES);
        evaluations.end();
        collected(99, true);
        assertFalse(Thread.interrupted());
    }

    @Test
    void aHundredPercentEndNobody() throws Exception {
        Evaluations never = new Evaluations(100);
        never.begin(new Asked(new Caller(), new EmbeddedChannel(), UUID.randomUUID()));
        allocate(LARGE_BYTES);
        never.collected(new Fill(HEAP_BYTES, HEAP_BYTES, true, now()));
        never.end();
        assertFalse(Thread.interrupted());
    }
}
