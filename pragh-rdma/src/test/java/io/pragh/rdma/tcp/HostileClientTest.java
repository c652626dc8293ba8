package io.pragh.rdma.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.fabric.FabricSeat;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.rdma.wire.ExposureNotice;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.Handshake;
import io.pragh.testkit.Asker;
import io.pragh.testkit.Seeds;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a node refuses callers that do not belong to the cluster, logs each kind of refusal once, and goes on
 * serving its members. A {@link Stranger} attacks handshake, keys, lives and limits over TCP. Random bytes are
 * repeated with {@code -Dpragh.hostile.seed}.
 */
class HostileClientTest {
    private static final int STRANGER = 7;
    private static final int MEMBERS = 8;
    private static final long CALLS_AGAIN_NANOS = 100_000_000;

    private final TcpNodes nodes = TcpNodes.join(2, TcpNodes.withSecret());
    private final TcpFabric victim = nodes.tcp(1);
    private final Asker friend = new Asker(nodes.node(0));
    private Region memory;

    @BeforeEach
    void expose() {
        memory = victim.region(1 << 16, 1);
        memory.grow();
        memory.setLong(8, 42);
        victim.expose(5, memory);
    }

    @AfterEach
    void nobodyElseIsDisturbed() {
        assertEquals(42, friend.read(5, 8));
        assertTrue(nodes.tcp(0).peers().hasReached(1));
        friend.close();
        nodes.close();
    }

    /** Runs the same attack three times; the node must refuse it three times and log it once. */
    private void refusedThreeTimes(Attack attack) throws IOException {
        long refused = victim.refusals().count();
        long lines = victim.refusals().lines();
        for (int time = 1; time <= 3; time++) {
            try (Stranger stranger = new Stranger(victim, STRANGER)) {
                attack.with(stranger);
            }
            long expected = refused + time;
            try (Workers nobody = new Workers()) {
                nobody.await("a refusal", () -> victim.refusals().count() >= expected);
            }
        }
        assertEquals(lines + 1, victim.refusals().lines());
    }

    private interface Attack {
        void with(Stranger stranger) throws IOException;
    }

    @Test
    void whoDoesNotKnowTheSecretIsRefused() throws IOException {
        refusedThreeTimes(stranger -> {
            stranger.greet("test", STRANGER, 1);
            assertEquals(Frame.CHALLENGE, Frame.type(stranger.next()));
            stranger.send(Handshake.proof(new byte[Handshake.NONCE_BYTES]));
            stranger.assertRefused();
        });
    }

    @Test
    void whoAsksForMemoryBeforeItHasProvedItselfIsRefused() throws IOException {
        refusedThreeTimes(stranger -> {
            ByteBuffer request = Frame.allocate(80);
            Frame.begin(request, 80, Frame.REQUEST, 1);
            stranger.send(request.position(0));
            stranger.assertRefused();
        });
    }

    @Test
    void whatWasOverheardIsOfNoUseLater() throws IOException {
        // the proof of one connection, by a caller that knows the secret
        Credentials known =
                Credentials.of(new FabricSeat("test", STRANGER, 1, "tcp://127.0.0.1:0", TcpNodes.withSecret()));
        byte[] overheard;
        byte[] firstNonce;
        try (Stranger member = new Stranger(victim, STRANGER)) {
            Handshake.Hello hello = member.greet("test", STRANGER, 1);
            Handshake.Challenge challenge = Handshake.Challenge.of(member.next());
            firstNonce = challenge.nonce();
            overheard = known.callerProof(new Credentials.Transcript("test", hello, challenge));
            member.send(Handshake.proof(overheard));
            assertEquals(Frame.WELCOME, Frame.type(member.next()), "it is good for this connection");
        }
        refusedThreeTimes(stranger -> {
            stranger.greet("test", STRANGER, 1);
            Handshake.Challenge challenge = Handshake.Challenge.of(stranger.next());
            assertFalse(Arrays.equals(firstNonce, challenge.nonce()), "a nonce comes once");
            stranger.send(Handshake.proof(overheard));
            stranger.assertRefused();
        });
    }

    @Test
    void whoWasExpelledIsNotWaitedFor() throws IOException {
        try (Stranger member = new Stranger(victim, STRANGER)) {
            member.beLetIn();
            victim.fence(STRANGER);
            victim.expose(6, memory); // a member would be told of this exposure, and this one does not answer
            member.send(member.sealed(Frame.bare(Frame.PING, 0)));
            ByteBuffer heard = member.next();
            assertNotNull(heard, "it was not hung up on");
            assertEquals(Frame.PONG, Frame.type(heard), "it was told nothing before");
        }
    }

    @Test
    void aKeyOpensTheMemoryThatItWasGivenOutFor() throws IOException {
        ExposureNotice former;
        try (Stranger member = new Stranger(victim, STRANGER)) {
            former = member.beLetIn().get(0);
            assertEquals(OpStatus.OK, member.read(former, 1));
        }
        Region fresh = victim.region(1 << 16, 1);
        fresh.grow();
        fresh.setLong(8, 42);
        victim.expose(5, fresh);
        try (Stranger member = new Stranger(victim, STRANGER)) {
            ExposureNotice present = member.beLetIn().get(0);
            assertEquals(OpStatus.FENCED, member.read(former, 1), "the addresses that it knows are of other memory");
            assertEquals(OpStatus.OK, member.read(present, 1));
        }
    }

    @Test
    void aRequestOfAnotherLifeIsRefused() throws IOException {
        try (Stranger member = new Stranger(victim, STRANGER)) {
            ExposureNotice notice = member.beLetIn().get(0);
            assertEquals(OpStatus.FENCED, member.read(notice, 0));
            assertEquals(OpStatus.FENCED, member.read(notice, 2));
            assertEquals(OpStatus.OK, member.read(notice, 1), "the life in which it was let in");
        }
    }

    @Test
    void aProofIsGoodForItsDirectionItsNodesAndTheirEpochs() {
        Credentials known = Credentials.of(new FabricSeat("test", 0, 1, "tcp://127.0.0.1:0", TcpNodes.withSecret()));
        byte[] nonce = new byte[Handshake.NONCE_BYTES];
        Handshake.Hello hello = new Handshake.Hello("test", 0, 1, 1, nonce);
        Handshake.Challenge challenge = new Handshake.Challenge(1, 1, nonce);
        List<byte[]> proofs = new ArrayList<>();
        proofs.add(known.callerProof(new Credentials.Transcript("test", hello, challenge)));
        proofs.add(known.listenerProof(new Credentials.Transcript("test", hello, challenge)));
        proofs.add(known.callerSeal(new Credentials.Transcript("test", hello, challenge)));
        proofs.add(known.listenerSeal(new Credentials.Transcript("test", hello, challenge)));
        proofs.add(known.callerProof(new Credentials.Transcript("tesu", hello, challenge)));
        proofs.add(known.callerProof(
                new Credentials.Transcript("test", new Handshake.Hello("test", 2, 1, 1, nonce), challenge)));
        proofs.add(known.callerProof(
                new Credentials.Transcript("test", new Handshake.Hello("test", 0, 2, 1, nonce), challenge)));
        proofs.add(known.callerProof(new Credentials.Transcript("test", hello, new Handshake.Challenge(2, 1, nonce))));
        proofs.add(known.callerProof(new Credentials.Transcript("test", hello, new Handshake.Challenge(1, 2, nonce))));

        assertArrayEquals(
                proofs.get(0),
                known.callerProof(new Credentials.Transcript("test", hello, challenge)),
                "the same again");
        for (int i = 0; i < proofs.size(); i++) {
            for (int j = 0; j < i; j++) {
                assertFalse(Arrays.equals(proofs.get(i), proofs.get(j)), i + " and " + j);
            }
        }
    }

    @Test
    void nodesOfAnotherClusterAndCallsForAnotherNodeAreRefused() throws IOException {
        refusedThreeTimes(stranger -> {
            stranger.greet("another", STRANGER, 1);
            stranger.assertRefused();
        });
        refusedThreeTimes(stranger -> {
            stranger.greet("test", STRANGER, 4);
            stranger.assertRefused();
        });
        refusedThreeTimes(stranger -> {
            stranger.greet("test", 1, 1);
            stranger.assertRefused();
        });
    }

    @Test
    void garbageIsRefused() throws IOException {
        long seed = Seeds.of("pragh.hostile.seed");
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 50; i++) {
            byte[] bytes = new byte[1 + random.nextInt(5_000)];
            random.nextBytes(bytes);
            try (Stranger stranger = new Stranger(victim, STRANGER)) {
                stranger.send(ByteBuffer.wrap(bytes));
                stranger.channel().shutdownOutput();
                stranger.assertRefused();
            } catch (IOException hungUp) {
                // the node has closed the connection while bytes were still being sent
            }
        }
        assertEquals(42, friend.read(5, 8), "-Dpragh.hostile.seed=" + seed);
    }

    @Test
    void aHugeLengthIsRefusedByItsHead() throws IOException {
        refusedThreeTimes(stranger -> {
            ByteBuffer head = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
            head.putInt(Integer.MAX_VALUE - 7).putInt(Frame.HELLO).putLong(0).flip();
            stranger.send(head);
            stranger.assertRefused();
        });
    }

    @Test
    void whoSaysNothingTakesNoRoomFromOthers() throws IOException {
        List<Stranger> silent = new ArrayList<>();
        try {
            for (int i = 0; i < Callers.GREETING_MAX + 20; i++) {
                silent.add(new Stranger(victim, STRANGER));
            }
            try (Workers nobody = new Workers()) {
                nobody.await(
                        "the last ones are refused", () -> victim.refusals().count() >= 20);
            }
            assertEquals(42, friend.read(5, 8));
        } finally {
            for (Stranger stranger : silent) {
                stranger.close();
            }
        }
    }

    private void callAndSayNothing(Workers strangers) throws IOException {
        while (!strangers.stopped()) {
            try (Stranger mute = new Stranger(victim, STRANGER)) {
                mute.next(); // returns when the node closes the connection, and no frame comes before
            }
            LockSupport.parkNanos(CALLS_AGAIN_NANOS);
        }
    }

    /** Strangers call without end and send nothing. Each member must still get in within about a second. */
    @Test
    void whoSaysNothingAndCallsAgainKeepsNobodyOut() {
        try (Workers strangers = new Workers();
                Workers nobody = new Workers()) {
            for (int i = 0; i < Callers.GREETING_MAX + 16; i++) {
                strangers.start(() -> callAndSayNothing(strangers));
            }
            nobody.await("there is no room", () -> victim.refusals().count() > Callers.GREETING_MAX);
            long start = System.nanoTime();
            for (int i = 0; i < MEMBERS; i++) {
                try (TcpFabric member = TcpNodes.open(20 + i, 1, TcpNodes.withSecret())) {
                    member.meet(1, victim.address());
                    nobody.await("a member is let in", () -> member.peers().hasReached(1));
                }
            }
            long millis = (System.nanoTime() - start) / 1_000_000;
            strangers.stop();
            assertTrue(millis < 1_000 * MEMBERS, "it took " + millis + " ms");
        }
    }

    @Test
    void whoDoesNotSayWhoItIsIsHungUpOnSoon() throws IOException {
        long start = System.nanoTime();
        try (Stranger mute = new Stranger(victim, STRANGER)) {
            mute.assertRefused();
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        assertTrue(millis < 4_000, "whoever has greeted has 5 s: " + millis);
    }

    @Test
    void anEarlierLifeOfAMemberIsFencedByALaterOne() {
        try (TcpFabric early = TcpNodes.open(2, 5, TcpNodes.withSecret());
                Asker earlier = new Asker(early);
                Workers nobody = new Workers()) {
            early.meet(1, victim.address());
            nobody.await("the early life is let in", () -> earlier.tryRead(5, 8) == OpStatus.OK);
            try (TcpFabric late = TcpNodes.open(2, 6, TcpNodes.withSecret());
                    Asker later = new Asker(late)) {
                late.meet(1, victim.address());
                nobody.await("the later life is let in", () -> later.tryRead(5, 8) == OpStatus.OK);

                nobody.await("the early life learns its lot", () -> earlier.tryWrite(5, 8, 1) == OpStatus.FENCED);
                assertEquals(42, later.read(5, 8));
            }
        }
    }

    @Test
    void withTlsStrangersAndExpiredCertificatesAreRefused(@TempDir Path folder, @TempDir Path elsewhere)
            throws IOException {
        TestAuthority authority = TestAuthority.in(folder);
        try (TcpFabric guarded = TcpNodes.open(3, 1, TcpNodes.settings(authority.member("three")));
                TcpFabric member = TcpNodes.open(4, 1, TcpNodes.settings(authority.member("four")));
                TcpFabric expired = TcpNodes.open(5, 1, TcpNodes.settings(authority.expired("five")));
                TcpFabric stranger = TcpNodes.open(
                        6, 1, TcpNodes.settings(TestAuthority.in(elsewhere).member("six")));
                TcpFabric withoutTls = TcpNodes.open(7, 1, TcpNodes.withSecret());
                Asker friendly = new Asker(member);
                Workers nobody = new Workers()) {
            Region shown = guarded.region(1 << 16, 1);
            shown.grow();
            guarded.expose(9, shown);
            for (TcpFabric caller : List.of(expired, stranger, withoutTls)) {
                long before = guarded.refusals().count();
                caller.meet(3, guarded.address());
                nobody.await("a refusal", () -> guarded.refusals().count() > before);
                assertFalse(caller.peers().hasReached(3));
                caller.close();
            }
            member.meet(3, guarded.address());
            nobody.await("the member is let in", () -> friendly.tryRead(9, 8) == OpStatus.OK);
        }
    }
}
