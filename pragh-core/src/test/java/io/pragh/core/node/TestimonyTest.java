package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.Testimony;
import io.pragh.core.protocol.TestimonyRequest;
import io.pragh.testkit.Workers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks what a node testifies about the transactions of a coordinator that has died. */
class TestimonyTest {
    private static final int ASKING = 0;
    private static final int WITNESS = 2;
    private static final int DEAD = 3;
    private static final long CLIENT = 77;
    private static final long SEQUENCE = 5;

    private final TransactionFixture world = new TransactionFixture(4);
    private final Workers workers = new Workers();
    private final List<Integer> testified = new CopyOnWriteArrayList<>();

    TestimonyTest() {
        world.fabrics.get(WITNESS).hook(message -> {
            if (message.type() == MessageType.TESTIMONY) {
                testified.add(Testimony.decode(message.payload()).partition());
            }
            return true;
        });
    }

    @AfterEach
    void close() {
        workers.close();
        world.sessions.forEach(NodeSession::close);
        world.nodes.stream().filter(node -> node.self() != DEAD).forEach(PraghNode::close);
    }

    private void ask(int partition) {
        world.fabrics
                .get(ASKING)
                .send(new Message(
                        ASKING,
                        WITNESS,
                        MessageType.INQUIRE,
                        CLIENT,
                        SEQUENCE,
                        new TestimonyRequest(
                                        partition, DEAD, world.membership.view().epoch(), true)
                                .encode()));
    }

    /**
     * A node that has handed the home over no longer has its record, and its "no" would undo a commit that other
     * homes have published.
     */
    @Test
    void aHomeIsTestifiedAboutByTheNodeThatServesIt() {
        world.network.kill(DEAD);
        world.membership.change(LocalCluster.without(world.membership.view(), DEAD));
        workers.await(
                "the dead node is fenced, and nothing is left to be recovered",
                () -> world.nodes.get(WITNESS).recovered());
        int served = world.membership.view().partitionsOf(WITNESS)[0];
        int another = world.membership.view().partitionsOf(ASKING)[0];
        ask(another);
        ask(served);
        workers.await("it has answered the second question", () -> testified.contains(served));
        assertEquals(List.of(served), testified);
    }
}
