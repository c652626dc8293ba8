package io.pragh.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricCounters;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.Traffic;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks the delivery of messages while the network is healthy. Part of {@link FabricContract}. */
interface MessageContract extends FabricNetwork.Factory {
    private static Message numbered(int from, int to, long sequence) {
        ByteBuffer payload = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return new Message(from, to, 1, from, sequence, payload.putLong(0, sequence));
    }

    private static void deliverUntil(Fabric node, List<Message> inbox, int count) {
        try (Workers nobody = new Workers()) {
            nobody.await(count + " messages", () -> {
                node.deliver(1_000);
                return inbox.size() >= count;
            });
        }
    }

    @Test
    default void aMessageArrivesAsItWasSent() {
        try (FabricNetwork network = network(2)) {
            List<Message> inbox = new ArrayList<>();
            network.node(1).receiveWith(inbox::add);
            ByteBuffer payload = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
            payload.putLong(16, 0x0123_4567_89AB_CDEFL)
                    .putInt(24, -2)
                    .position(16)
                    .limit(28);

            network.node(0).send(new Message(0, 1, 77, Long.MIN_VALUE + 3, -1, payload));
            deliverUntil(network.node(1), inbox, 1);

            Message message = inbox.get(0);
            assertEquals(0, message.from());
            assertEquals(1, message.to());
            assertEquals(77, message.type());
            assertEquals(Long.MIN_VALUE + 3, message.client());
            assertEquals(-1, message.sequence());
            assertEquals(12, message.payload().remaining());
            assertEquals(ByteOrder.LITTLE_ENDIAN, message.payload().order());
            assertEquals(0x0123_4567_89AB_CDEFL, message.payload().getLong());
            assertEquals(-2, message.payload().getInt());
            assertEquals(16, payload.position(), "reading it moves nothing at the sender's");
            assertEquals(28, payload.limit());
        }
    }

    @Test
    default void payloadsMayBeEmptyOrLong() {
        try (FabricNetwork network = network(2)) {
            List<Message> inbox = new ArrayList<>();
            network.node(1).receiveWith(inbox::add);
            ByteBuffer payload = ByteBuffer.allocateDirect(100_003);
            for (int i = 0; i < payload.capacity(); i++) {
                payload.put(i, (byte) (i * 31));
            }

            network.node(0).send(new Message(0, 1, 1, 1, 1, ByteBuffer.allocate(0)));
            deliverUntil(network.node(1), inbox, 1);
            network.node(0).send(new Message(0, 1, 1, 1, 2, payload));
            deliverUntil(network.node(1), inbox, 2);

            assertEquals(0, inbox.get(0).payload().remaining());
            assertEquals(payload, inbox.get(1).payload());
        }
    }

    @Test
    default void aMessageOfMegabytesArrivesAndALongerOneThanAllowedIsRefused() {
        try (FabricNetwork network = network(2)) {
            List<Message> inbox = new ArrayList<>();
            network.node(1).receiveWith(inbox::add);
            byte[] bytes = new byte[9_000_001];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (i * 31 + i / 257);
            }

            network.node(0).send(new Message(0, 1, 1, 1, 1, ByteBuffer.wrap(bytes)));
            network.node(0).send(numbered(0, 1, 2));
            try (Workers nobody = new Workers()) {
                nobody.await("the messages", () -> {
                    network.node(0).deliver(1); // a sender may need its own turn to pass on what did not fit at once
                    network.node(1).deliver(10);
                    return inbox.size() == 2;
                });
            }

            Message large = inbox.get(inbox.get(0).sequence() == 1 ? 0 : 1);
            assertEquals(ByteBuffer.wrap(bytes), large.payload());
            ByteBuffer tooLong = ByteBuffer.allocate(Fabric.MESSAGE_BYTES_MAX + 1);
            assertThrows(PraghException.class, () -> network.node(0).send(new Message(0, 1, 1, 1, 1, tooLong)));
        }
    }

    @Test
    default void messagesOfOneSenderKeepTheirOrder() {
        int count = 3_000;
        try (FabricNetwork network = network(2)) {
            assumeTrue(network.keepsOrder(), "messages of this network may overtake each other");
            List<Message> inbox = new ArrayList<>();
            network.node(1).receiveWith(inbox::add);
            for (int i = 0; i < count; i++) {
                int bytes = i % 100 == 7 ? 70_000 : 8 + i % 40;
                network.node(0).send(new Message(0, 1, 1, 0, i, ByteBuffer.allocate(bytes)));
            }
            deliverUntil(network.node(1), inbox, count);

            for (int i = 0; i < count; i++) {
                assertEquals(i, inbox.get(i).sequence());
            }
        }
    }

    @Test
    default void everyMessageArrivesOnce() {
        int each = 500;
        try (FabricNetwork network = network(3);
                Workers workers = new Workers()) {
            List<Message> inbox = new ArrayList<>();
            network.node(1).receiveWith(inbox::add);
            for (int node = 0; node < 3; node++) {
                int sender = node;
                workers.start(() -> {
                    for (int i = 0; i < each; i++) {
                        network.node(sender).send(numbered(sender, 1, i));
                    }
                });
            }
            workers.join();
            deliverUntil(network.node(1), inbox, 3 * each);
            network.node(0).send(numbered(0, 1, each));
            deliverUntil(network.node(1), inbox, 3 * each + 1);

            Set<List<Long>> seen = new HashSet<>();
            for (Message message : inbox) {
                assertEquals(message.sequence(), message.payload().getLong(0));
                assertTrue(seen.add(List.of((long) message.from(), message.sequence())), "doubled: " + message);
            }
            assertEquals(3 * each + 1, seen.size());
        }
    }

    @Test
    default void deliverHandsOutNoMoreThanItsLimit() {
        try (FabricNetwork network = network(2)) {
            List<Message> inbox = new ArrayList<>();
            network.node(1).receiveWith(inbox::add);
            for (int i = 0; i < 50; i++) {
                network.node(0).send(numbered(0, 1, i));
            }
            assertEquals(0, network.node(1).deliver(0));
            try (Workers nobody = new Workers()) {
                nobody.await("50 messages", () -> {
                    int before = inbox.size();
                    int delivered = network.node(1).deliver(7);
                    assertTrue(delivered <= 7, "delivered " + delivered);
                    assertEquals(before + delivered, inbox.size());
                    return inbox.size() == 50;
                });
            }
            assertEquals(0, network.node(1).deliver(7));
        }
    }

    @Test
    default void messagesWaitForTheirHandlerWhichIsSetOnce() {
        try (FabricNetwork network = network(2)) {
            network.node(0).send(numbered(0, 1, 5));
            assertEquals(0, network.node(1).deliver(10));

            List<Message> inbox = new ArrayList<>();
            network.node(1).receiveWith(inbox::add);
            deliverUntil(network.node(1), inbox, 1);

            assertEquals(5, inbox.get(0).sequence());
            assertThrows(PraghException.class, () -> network.node(1).receiveWith(inbox::add));
        }
    }

    @Test
    default void aHandlerMayAnswerAndWriteToItself() {
        try (FabricNetwork network = network(2)) {
            Fabric asked = network.node(1);
            List<Message> answers = new ArrayList<>();
            List<Message> notes = new ArrayList<>();
            network.node(0).receiveWith(answers::add);
            asked.receiveWith(message -> {
                if (message.from() == 1) {
                    notes.add(message);
                } else {
                    asked.send(numbered(1, 1, message.sequence()));
                    asked.send(numbered(1, message.from(), message.sequence()));
                }
            });
            network.node(0).send(numbered(0, 1, 9));

            deliverUntil(asked, notes, 1);
            deliverUntil(network.node(0), answers, 1);

            assertEquals(9, notes.get(0).sequence());
            assertEquals(9, answers.get(0).sequence());
        }
    }

    @Test
    default void whatAHandlerThrowsComesOutAndItsMessageIsGone() {
        try (FabricNetwork network = network(1)) {
            Fabric node = network.node(0);
            List<Message> inbox = new ArrayList<>();
            node.receiveWith(message -> {
                inbox.add(message);
                if (message.sequence() == 1) {
                    throw new IllegalStateException("first");
                }
            });
            node.send(numbered(0, 0, 1));
            assertThrows(IllegalStateException.class, () -> deliverUntil(node, inbox, 1));
            node.send(numbered(0, 0, 2));

            deliverUntil(node, inbox, 2);

            assertEquals(2, inbox.get(1).sequence());
        }
    }

    @Test
    default void messagesOfAFencedNodeAreDropped() {
        try (FabricNetwork network = network(3)) {
            List<Message> inbox = new ArrayList<>();
            network.node(1).receiveWith(inbox::add);
            network.node(0).send(numbered(0, 1, 1));

            network.node(1).fence(0);
            network.node(0).send(numbered(0, 1, 2));
            network.node(2).send(numbered(2, 1, 3));
            deliverUntil(network.node(1), inbox, 1);

            assertEquals(1, inbox.size());
            assertEquals(2, inbox.get(0).from());
        }
    }

    @Test
    default void nobodySendsInAnothersName() {
        try (FabricNetwork network = network(2)) {
            assertThrows(PraghException.class, () -> network.node(0).send(numbered(1, 0, 1)));
        }
    }

    @Test
    default void messagesToNobodyVanish() {
        try (FabricNetwork network = network(2)) {
            network.node(0).send(numbered(0, 17, 1));
            network.node(0).send(numbered(0, -1, 1));
            network.node(1).close();
            network.node(0).send(numbered(0, 1, 1));

            assertEquals(0, network.node(0).deliver(10));
            assertEquals(0, network.node(1).deliver(10));
        }
    }

    @Test
    default void messagesToOtherNodesAreCounted() {
        try (FabricNetwork network = network(2)) {
            network.node(0).send(numbered(0, 1, 1));
            network.node(0).send(numbered(0, 1, 2));
            network.node(0).send(numbered(0, 0, 3));

            assertEquals(
                    new FabricCounters(0, 0, 0, 0, 0, 2, 16),
                    network.node(0).tally().counters());
        }
    }

    @Test
    default void messagesAreCountedByReceiver() {
        try (FabricNetwork network = network(3)) {
            network.node(0).send(numbered(0, 1, 1));
            network.node(0).send(numbered(0, 2, 2));
            network.node(0).send(numbered(0, 2, 3));
            network.node(0).send(numbered(0, 0, 4));

            Traffic once = new Traffic(0, 0, 0, 0, 0, 0, 1, 8);
            assertEquals(
                    Map.of(1, once, 2, once.plus(once)), network.node(0).tally().traffic());
            assertEquals(once, network.node(0).tally().forget(1));
            network.node(0).send(numbered(0, 1, 5));
            assertEquals(
                    Map.of(1, once, 2, once.plus(once)), network.node(0).tally().traffic(), "from nothing");
            assertEquals(4, network.node(0).tally().counters().messages());
        }
    }
}
