package io.pragh.core.inquiry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.protocol.InquiryReply;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.WordReply;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.FaultyNetwork;
import io.pragh.testkit.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Node 0 asks node 1. Every look at the clock takes a millisecond, so that nobody waits long for what was lost. */
@Timeout(120)
class InquiriesTest {
    private static final int THREADS = 2;
    private static final int BLOCK_BYTES = 1000;
    private static final long TIMEOUT_NANOS = 60_000_000_000L;

    private final ManualClock clock = new ManualClock(7, 1_000_000);
    private volatile ClusterView view = ClusterView.inTurn(2, 2);
    private final AtomicLong ids = new AtomicLong(1L << 32);
    private final List<Fabric> fabrics = new ArrayList<>();
    private final List<Inquiries> nodes = new ArrayList<>();
    private volatile boolean serving = true;
    private @Nullable Thread server;

    /** Two nodes; the second one is served by a thread of its own. */
    private void start(FaultPlan plan) {
        LocalNetwork network = new LocalNetwork();
        FaultyNetwork faults = new FaultyNetwork(plan);
        for (int node = 0; node < 2; node++) {
            Fabric fabric = faults.wrap(network.join(node));
            Inquiries inquiries = new Inquiries(
                    fabric, () -> view, clock, ids::getAndIncrement, TIMEOUT_NANOS, THREADS, () -> fabric.deliver(64));
            fabric.receiveWith(message -> {
                if (!inquiries.handle(message)) {
                    throw new AssertionError("nobody handles " + message);
                }
            });
            fabrics.add(fabric);
            nodes.add(inquiries);
        }
        server = new Thread(() -> {
            while (serving) {
                fabrics.get(1).deliver(64);
                Thread.onSpinWait();
            }
        });
        server.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        nodes.forEach(Inquiries::close);
        serving = false;
        if (server != null) {
            server.join();
        }
        fabrics.forEach(Fabric::close);
    }

    private Inquiry ask(String question) {
        return nodes.get(0).ask(1, ByteBuffer.wrap(question.getBytes(StandardCharsets.UTF_8)));
    }

    private InquiryCounters answering() {
        return nodes.get(1).counters();
    }

    private static void await(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private static byte[] whole(Inquiry inquiry) throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (ByteBuffer piece = inquiry.next(); piece != null; piece = inquiry.next()) {
            take(piece, bytes);
        }
        return bytes.toByteArray();
    }

    private static byte[] random(long seed, int bytes) {
        byte[] random = new byte[bytes];
        new SplittableRandom(seed).nextBytes(random);
        return random;
    }

    /** Writes in blocks of odd lengths, some of them over several pieces. */
    private static void write(byte[] bytes, long seed, OutputStream to) throws Exception {
        SplittableRandom lengths = new SplittableRandom(seed);
        for (int at = 0; at < bytes.length; ) {
            int some = Math.min(bytes.length - at, 1 + lengths.nextInt(lengths.nextInt(10) == 0 ? 600_000 : 3000));
            to.write(bytes, at, some);
            to.flush();
            at += some;
        }
    }

    @Test
    void anAnswerComesWholeAndInOrderThoughMessagesAreLostLateAndOvertaken() throws Exception {
        long seed = Long.getLong("pragh.inquiry.seed", System.nanoTime());
        String again = "repeat with -Dpragh.inquiry.seed=" + seed;
        start(new FaultPlan(seed, FaultPlan.Operations.NONE, new FaultPlan.Messages(0.2, 0.3, 8, 0.3)));
        SplittableRandom random = new SplittableRandom(seed);
        nodes.get(1).answerWith((question, answer) -> {
            long its = Long.parseLong(StandardCharsets.UTF_8.decode(question).toString());
            write(random(its, (int) Math.floorMod(its, 3L << 20)), its, answer);
        });
        for (int i = 0; i < 12; i++) {
            long its = random.nextLong(Long.MAX_VALUE);
            byte[] expected = random(its, (int) Math.floorMod(its, 3L << 20));
            assertArrayEquals(expected, whole(ask(Long.toString(its))), again);
        }
        assertEquals(0, nodes.get(0).counters().unanswered(), again);
    }

    @Test
    void whoHasAnAnswerFindsItCounted() {
        LocalNetwork network = new LocalNetwork();
        List<String> order = new ArrayList<>();
        try (Fabric asker = network.join(0);
                Fabric asked = network.join(1)) {
            asker.receiveWith(reply -> order.add("has it"));
            Answer answer = new Answer(
                    asked,
                    Clock.SYSTEM,
                    new Answer.Asked(0, 1, ByteBuffer.allocate(0)),
                    (question, to) -> to.write(7),
                    () -> {
                        asker.deliver(1);
                        order.add("counted");
                    });
            answer.asked(0);
            answer.run();
            asker.deliver(1);
        }
        assertEquals(List.of("counted", "has it"), order);
    }

    @Test
    void atMostOnePieceIsComputedAhead() throws Exception {
        start(FaultPlan.none(1));
        AtomicLong written = new AtomicLong();
        long all = 8L * InquiryReply.PIECE_BYTES_MAX;
        nodes.get(1).answerWith((question, answer) -> {
            while (written.get() < all) {
                written.addAndGet(BLOCK_BYTES);
                answer.write(new byte[BLOCK_BYTES]);
            }
        });
        Inquiry inquiry = ask("much");
        long read = 0;
        for (ByteBuffer piece = inquiry.next(); piece != null; piece = inquiry.next()) {
            read += piece.remaining();
            long more = Math.min(all, read + InquiryReply.PIECE_BYTES_MAX);
            await(() -> written.get() >= more); // it does compute ahead, and stops there
            for (int look = 0; look < 1000; look++) {
                assertTrue(
                        written.get() <= read + InquiryReply.PIECE_BYTES_MAX + BLOCK_BYTES,
                        "read=" + read + " written=" + written);
            }
        }
        assertEquals(written.get(), read);
        assertEquals(1, answering().answered());
        await(() -> answering().open() == 0);
    }

    /** Has node 1 answer without end, and returns what counts down when an answer was interrupted. */
    private CountDownLatch answerEndlessly() {
        CountDownLatch ended = new CountDownLatch(1);
        nodes.get(1).answerWith((question, answer) -> {
            try {
                while (true) {
                    answer.write(new byte[BLOCK_BYTES]);
                }
            } finally {
                ended.countDown();
            }
        });
        return ended;
    }

    @Test
    void anAnswerEndsWhenItsAskerWantsNoMore() throws Exception {
        start(FaultPlan.none(1));
        CountDownLatch ended = answerEndlessly();
        Inquiry inquiry = ask("all");
        assertTrue(inquiry.next() != null);
        inquiry.close();
        ended.await();
        await(() -> answering().open() == 0);
        assertEquals(
                InquiryException.Why.LOST,
                assertThrows(InquiryException.class, inquiry::next).why());
        assertEquals(1, nodes.get(0).counters().unanswered());
    }

    @Test
    void anInterruptedAskerTellsTheOther() throws Exception {
        start(FaultPlan.none(1));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        nodes.get(1).answerWith((question, answer) -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                ended.countDown();
            }
        });
        Inquiry inquiry = ask("never");
        Thread asker = Thread.currentThread();
        Thread other = new Thread(() -> {
            await(() -> begun.getCount() == 0);
            asker.interrupt();
        });
        other.start();
        assertThrows(InterruptedException.class, inquiry::next);
        other.join();
        ended.await();
        await(() -> answering().open() == 0);
    }

    @Test
    void anAnswerThatNobodyAsksForIsGivenUpButNotWhileItsAskerIsBusy() throws Exception {
        start(FaultPlan.none(1));
        CountDownLatch ended = answerEndlessly();
        Inquiry inquiry = ask("all");
        assertTrue(inquiry.next() != null);
        for (int i = 0; i < 20; i++) { // a slow client: four times the patience
            clock.advance(Answers.PATIENCE_NANOS / 5);
            nodes.get(0).step();
            fabrics.get(1).deliver(64);
            nodes.get(1).step();
        }
        assertTrue(inquiry.next() != null);
        clock.advance(2 * Answers.PATIENCE_NANOS);
        nodes.get(1).step(); // the asker has died, or is cut off
        ended.await();
        assertEquals(0, answering().open());
        assertEquals(
                InquiryException.Why.LOST,
                assertThrows(InquiryException.class, inquiry::next).why());
    }

    @Test
    void anAnswerIsGivenUpWhenItsAskerIsNoMemberAnyMore() throws Exception {
        start(FaultPlan.none(1));
        CountDownLatch ended = answerEndlessly();
        assertTrue(ask("all").next() != null);
        view = new ClusterView(2, List.of(new ClusterView.Member(1, "node-1", "")), new int[] {1, 1});
        nodes.get(1).step();
        ended.await();
        assertEquals(0, answering().open());
    }

    @Test
    void aNodeThatHasLeftAnswersNothing() throws Exception {
        start(FaultPlan.none(1));
        CountDownLatch ended = answerEndlessly();
        Inquiry inquiry = ask("all");
        assertTrue(inquiry.next() != null);
        nodes.get(1).close();
        ended.await();
        view = new ClusterView(2, List.of(new ClusterView.Member(0, "node-0", "")), new int[] {0, 0});
        assertEquals(
                InquiryException.Why.LOST,
                assertThrows(InquiryException.class, inquiry::next).why());
    }

    @Test
    void aNodeThatStopsInOrderFinishesWhatHasBegunAndBeginsNothing() throws Exception {
        start(FaultPlan.none(1));
        byte[] expected = random(3, 5 << 20);
        nodes.get(1).answerWith((question, answer) -> answer.write(expected));
        Inquiry inquiry = ask("all");
        ByteArrayOutputStream fetched = new ByteArrayOutputStream();
        take(inquiry.next(), fetched);
        Thread stopping = new Thread(nodes.get(1)::stopAnswering);
        stopping.start();
        await(this::isRefused);
        for (ByteBuffer piece = inquiry.next(); piece != null; piece = inquiry.next()) {
            take(piece, fetched);
        }
        assertArrayEquals(expected, fetched.toByteArray());
        stopping.join();
        assertEquals(0, answering().open());
    }

    private static void take(@Nullable ByteBuffer piece, ByteArrayOutputStream to) {
        byte[] some = new byte[piece == null ? 0 : piece.remaining()];
        if (piece != null) {
            piece.get(some);
        }
        to.writeBytes(some);
    }

    private boolean isRefused() {
        try (Inquiry other = ask("more")) {
            var unused = other.next();
            return false;
        } catch (InquiryException refused) {
            return refused.why() == InquiryException.Why.REFUSED;
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    @Test
    void aSilentNodeIsNotWaitedForLongerThanTheTimeOut() throws Exception {
        start(new FaultPlan(1, FaultPlan.Operations.NONE, new FaultPlan.Messages(1, 0, 1, 0)));
        long began = clock.nanos();
        assertEquals(
                InquiryException.Why.LOST,
                assertThrows(InquiryException.class, ask("?")::next).why());
        assertTrue(clock.nanos() - began >= TIMEOUT_NANOS);
    }

    @Test
    void aSlowAnswerIsWaitedForWhileThereAreSignsOfLife() throws Exception {
        start(FaultPlan.none(1));
        Fabric answering = fabrics.get(1);
        nodes.get(1).answerWith((question, answer) -> {
            for (int half = 0; half < 6; half++) { // three times the time-out, with a sign of life in each half
                long told = answering.tally().counters().messages();
                clock.advance(TIMEOUT_NANOS / 2);
                await(() -> answering.tally().counters().messages() > told + 1);
            }
            answer.write(1);
        });
        assertArrayEquals(new byte[] {1}, whole(ask("slow")));
    }

    @Test
    void aNodeThatHasTooMuchToDoRefusesAndSoDoesOneThatDoesNotAnswer() throws Exception {
        start(FaultPlan.none(1));
        assertEquals(
                InquiryException.Why.REFUSED,
                assertThrows(InquiryException.class, ask("?")::next).why());
        CountDownLatch release = new CountDownLatch(1);
        nodes.get(1).answerWith((question, answer) -> release.await());
        List<Thread> waiting = new ArrayList<>();
        int taken = THREADS * (1 + Answers.WAITING_PER_THREAD);
        for (int i = 0; i < taken; i++) {
            Inquiry one = ask("wait");
            Thread asker = new Thread(() -> {
                try {
                    assertEquals(0, whole(one).length);
                } catch (InterruptedException stop) {
                    throw new AssertionError(stop);
                }
            });
            asker.start();
            waiting.add(asker);
            int now = i + 1;
            await(() -> answering().open() == now);
        }
        assertEquals(
                InquiryException.Why.REFUSED,
                assertThrows(InquiryException.class, ask("?")::next).why());
        release.countDown();
        for (Thread asker : waiting) {
            asker.join();
        }
        // What is sent again before its refusal has come is refused once more, or answered after all.
        assertTrue(answering().answered() >= taken, answering()::toString);
        assertTrue(answering().refused() >= 2, answering()::toString);
        assertEquals(0, whole(ask("again")).length);
    }

    @Test
    void theAskerIsToldWhyThereIsNoAnswer() throws Exception {
        start(FaultPlan.none(1));
        nodes.get(1).answerWith((question, answer) -> {
            throw new IllegalStateException("nobody knows");
        });
        Inquiry inquiry = ask("?");
        InquiryException told = assertThrows(InquiryException.class, inquiry::next);
        assertEquals(InquiryException.Why.FAILED, told.why());
        assertEquals("a node could not answer: node=1 because nobody knows", told.getMessage());
    }

    @Test
    void aShortPieceIsHandedOverWhenTheAskerHasWaited() throws Exception {
        start(FaultPlan.none(1));
        CountDownLatch release = new CountDownLatch(1);
        nodes.get(1).answerWith((question, answer) -> {
            await(() -> clock.nanos() > 1L << 30); // longer than overdue
            answer.write(1);
            answer.flush();
            release.await();
            answer.write(2);
        });
        Inquiry inquiry = ask("slow");
        ByteBuffer first = inquiry.next();
        assertEquals(1, first == null ? 0 : first.remaining());
        release.countDown();
        ByteBuffer second = inquiry.next();
        assertEquals(2, second == null ? 0 : second.get());
        assertNull(inquiry.next());
    }

    @Test
    void anOlderNodeThatDoesNotKnowInquiriesRefuses() {
        start(FaultPlan.none(1));
        Fabric old = fabrics.get(1);
        serving = false;
        Inquiry inquiry = ask("?");
        old.send(new Message(
                1, 0, MessageType.REFUSAL, inquiry.id(), 0, 0, WordReply.failed("do all nodes run one version?")));
        assertEquals(
                InquiryException.Why.REFUSED,
                assertThrows(InquiryException.class, inquiry::next).why());
    }
}
