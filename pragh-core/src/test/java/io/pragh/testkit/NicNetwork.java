package io.pragh.testkit;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.MessageHandler;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Fabrics whose atomics are those of a network card: not atomic with the processor. Once the card has worked on a
 * word, the word must be changed through the card alone, by the owner too, or a change may be undone. A change around
 * the card is detected at the card's next operation on the word or at the end, because the word is not as the card
 * has left it. Any thread.
 */
// The processor writes memory that is reused, which is correct once the card has seen the last word of the former
// use: a block that is SUPERSEDED or MOVED, or a slot that is FORWARDED. The highest three bits of all of these are 4
// or 5, and of no other word. A version that another node gives to a block before the block is reachable is the last
// operation of the card on that word: the word it finds there has the highest three bits 5.
public final class NicNetwork {
    private record Place(int partition, long offset) {}

    private final Map<Integer, Region> regions = new HashMap<>();
    private final Map<Place, Long> leftByCard = new HashMap<>();
    private final List<String> findings = new ArrayList<>();

    /** A node's fabric on such a card. */
    public Fabric over(Fabric inner) {
        return over(inner, partition -> {});
    }

    /** As {@link #over(Fabric)}; {@code exposing} is called before a partition is exposed. */
    public Fabric over(Fabric inner, IntConsumer exposing) {
        return new NicFabric(inner, exposing);
    }

    /** Words that the processor has changed without the card, one sentence each. */
    public synchronized List<String> findings() {
        leftByCard.forEach(this::check);
        return List.copyOf(findings);
    }

    /** The number of words on which the cards have worked. */
    public synchronized int words() {
        return leftByCard.size();
    }

    private void check(Place place, long left) {
        Region region = regions.get(place.partition);
        long now = region == null ? left : region.getLongVolatile(place.offset);
        long use = left >>> 61;
        if (now != left && use != 4 && use != 5) {
            findings.add("the processor changed a word of the card's: partition=" + place.partition + " offset="
                    + place.offset + " card=0x" + Long.toHexString(left) + " now=0x" + Long.toHexString(now));
        }
    }

    private synchronized void throughCard(Endpoint endpoint, Batch batch) {
        for (int op = 0; op < batch.count(); op++) {
            Place place = new Place(batch.partition(op), batch.offset(op));
            Long left = leftByCard.get(place);
            if (left != null && isAtomic(batch, op)) {
                check(place, left);
            }
        }
        endpoint.execute(batch);
        for (int op = 0; op < batch.count(); op++) {
            Region region = regions.get(batch.partition(op));
            boolean stamps = batch.kind(op) == Batch.Kind.CAS && batch.expected(op) >>> 61 == 5;
            if (region != null && isAtomic(batch, op) && batch.status(op) == OpStatus.OK && !stamps) {
                leftByCard.put(
                        new Place(batch.partition(op), batch.offset(op)), region.getLongVolatile(batch.offset(op)));
            }
        }
    }

    private static boolean isAtomic(Batch batch, int op) {
        return batch.kind(op) == Batch.Kind.CAS || batch.kind(op) == Batch.Kind.FETCH_ADD;
    }

    private synchronized void exposed(int partition, Region region) {
        if (regions.put(partition, region) != region) {
            leftByCard.keySet().removeIf(place -> place.partition == partition);
        }
    }

    private final class NicFabric implements Fabric {
        private final Fabric inner;
        private final IntConsumer exposing;

        NicFabric(Fabric inner, IntConsumer exposing) {
            this.inner = inner;
            this.exposing = exposing;
        }

        @Override
        public int self() {
            return inner.self();
        }

        @Override
        public boolean atomicWithCpu() {
            return false;
        }

        @Override
        public String address() {
            return inner.address();
        }

        @Override
        public void meet(int node, String address) {
            inner.meet(node, address);
        }

        @Override
        public Region region(int segmentBytes, int segmentCountMax) {
            return inner.region(segmentBytes, segmentCountMax);
        }

        @Override
        public void expose(int partition, Region region) {
            exposing.accept(partition);
            exposed(partition, region);
            inner.expose(partition, region);
        }

        @Override
        public void withdraw(int partition) {
            inner.withdraw(partition);
        }

        @Override
        public void fence(int node) {
            inner.fence(node);
        }

        @Override
        public Endpoint open() {
            Endpoint endpoint = inner.open();
            return new Endpoint() {
                @Override
                public void post(Batch batch) {
                    throughCard(endpoint, batch);
                }

                @Override
                public boolean poll(Batch batch) {
                    return true;
                }

                @Override
                public void close() {
                    endpoint.close();
                }
            };
        }

        @Override
        public void send(Message message) {
            inner.send(message);
        }

        @Override
        public void receiveWith(MessageHandler handler) {
            inner.receiveWith(handler);
        }

        @Override
        public int deliver(int limit) {
            return inner.deliver(limit);
        }

        @Override
        public TrafficTally tally() {
            return inner.tally();
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
