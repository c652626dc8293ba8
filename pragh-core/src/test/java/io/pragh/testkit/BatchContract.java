package io.pragh.testkit;

import static io.pragh.testkit.MemoryFixture.exposed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import org.junit.jupiter.api.Test;

/**
 * Checks batches of one-sided operations, one after the other and several at a time. Part of {@link FabricContract}.
 */
interface BatchContract extends FabricNetwork.Factory {
    @Test
    default void aBatchIsUsedAgainOnceItWasCleared() {
        try (FabricNetwork network = network(2);
                Endpoint endpoint = network.node(0).open()) {
            exposed(network, 1, 5);
            Batch batch = new Batch(2);
            for (int round = 0; round < 50; round++) {
                batch.clear();
                batch.writeWord(5, round * 8L, round);
                endpoint.execute(batch);
                assertTrue(batch.ok(0));
                batch.clear();
                for (int i = 0; i <= round; i++) {
                    batch.readWord(5, i * 8L);
                }
                endpoint.execute(batch);
                for (int i = 0; i <= round; i++) {
                    assertEquals(i, batch.result(i));
                }
            }
            batch.clear();
            endpoint.post(batch);
            while (!endpoint.poll(batch)) {
                Thread.onSpinWait();
            }
            assertEquals(0, batch.count(), "an empty batch completes as well");
        }
    }

    @Test
    default void severalBatchesAreUnderWayAtOnceAndPolledInAnyOrder() {
        try (FabricNetwork network = network(2);
                Endpoint endpoint = network.node(0).open()) {
            exposed(network, 1, 5);
            Batch[] batches = new Batch[20];
            for (int i = 0; i < batches.length; i++) {
                batches[i] = new Batch(1);
                batches[i].writeWord(5, i * 8L, i + 1);
                endpoint.post(batches[i]);
            }
            for (int i = batches.length - 1; i >= 0; i--) {
                while (!endpoint.poll(batches[i])) {
                    Thread.onSpinWait();
                }
                assertTrue(batches[i].ok(0));
            }
            try (Asker asker = new Asker(network.node(1))) {
                for (int i = 0; i < batches.length; i++) {
                    assertEquals(i + 1, asker.read(5, i * 8L));
                }
            }
        }
    }

    @Test
    default void whatIsAwaitedIsCompleteWhateverElseIsUnderWay() {
        try (FabricNetwork network = network(2);
                Endpoint endpoint = network.node(0).open()) {
            long before = exposed(network, 1, 5).getLong(8);
            for (int turn = 0; turn < 200; turn++) {
                Batch write = new Batch(1);
                write.writeWord(5, 0, turn);
                Batch other = new Batch(1);
                other.fetchAdd(5, 8, 1);
                endpoint.post(write);
                endpoint.post(other);
                endpoint.await(write);
                assertTrue(endpoint.poll(write) && write.ok(0));
                Batch read = new Batch(1);
                read.readWord(5, 0);
                endpoint.post(read);
                endpoint.await(read);
                endpoint.await(other);
                endpoint.await(other); // again: a complete batch is not waited for
                assertEquals(turn, read.result(0));
                assertEquals(before + turn, other.result(0));
            }
        }
    }
}
