package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.LostValueException;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.graph.TransactionalLists;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that after the head of a long list has died with a node, but its chunks have not, the chunks that a session
 * remembers do not get the next append.
 */
class LostHeadTest {
    private static final int WRITER = 0;
    private static final int VICTIM = 1;
    private static final int ENTRIES = 6_000; // more than a block holds
    private static final byte[] EMPTY = new byte[8];

    private final TransactionFixture world =
            new TransactionFixture(3, TransactionFixture.CONFIG.withRead(new ReadOptions(true, true, 60_000_000_000L)));
    private final Workers workers = new Workers();
    private final NodeSession session = world.sessions.get(WRITER);
    private final SessionLists lists = new SessionLists(session);
    private final long list = GraphKey.of(
            GraphKey.KIND_ADJACENCY,
            GraphKey.OUT,
            1,
            world.nodes.get(WRITER).homes().mint(WRITER, 9));

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    @Test
    void anAppendAfterTheLossIsInTheListThatWasWrittenAnew() {
        session.retry(TransactionOptions.DEFAULT, transaction -> {
            TransactionalLists all = new TransactionalLists(transaction);
            for (int i = 0; i < ENTRIES; i++) {
                all.append(list, i, 0);
            }
            return null;
        });
        lists.append(list, ENTRIES, 0); // now the session knows the last chunk
        world.nodes.get(VICTIM).pull(list);
        workers.await("the head moves", () -> {
            world.nodes.forEach(PraghNode::poll);
            long word = world.nodes.get(WRITER).partitions().stream()
                    .filter(partition -> partition.id() == WRITER)
                    .findFirst()
                    .orElseThrow()
                    .table()
                    .addressOf(list);
            return world.membership.view().nodeOf(ValueAddress.partition(word)) == VICTIM;
        });
        world.network.kill(VICTIM);
        world.membership.change(LocalCluster.without(world.membership.view(), VICTIM));
        workers.await("the others have what it had", () -> {
            world.nodes.get(0).poll();
            world.nodes.get(2).poll();
            return world.nodes.get(0).recovered() && world.nodes.get(2).recovered();
        });
        assertThrows(LostValueException.class, () -> lists.forEach(list, neighbour -> {}));
        session.update(ListOperations.replace(list, EMPTY));
        lists.append(list, 77, 0);
        List<Long> seen = new ArrayList<>();
        lists.forEach(list, seen::add);
        assertEquals(List.of(77L), seen);
    }
}
