package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.txn.home.LoneClaim;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks hole h11: a message that is repeated because its answer did not come. Requests are never forwarded here, so
 * they cannot circle; what is left of the hole is that a request takes effect twice. {@code RulesTest} runs each
 * schedule again without the rule that closes the hole.
 */
class RepeatedMessageHolesTest {
    private static final int HOME = 0;
    private static final int OWNER = 1;
    private static final int CLIENT = 2;
    private static final long RESEND_NANOS = 100_000_000L;

    @Test
    void anUpdateThatArrivesTwiceIsAppliedOnce() {
        assertEquals(History.after(1, 2), historyAfterARepeatedUpdate());
    }

    /** A client that has no answer repeats its request, and both requests arrive. */
    private static long historyAfterARepeatedUpdate() {
        World world = new World();
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        long[] none = {};
        Claim claim = new Claim(key, 0, Claim.ANY, List.of(History.append(key, 2)));
        ByteBuffer prepare =
                new PrepareRequest(1, HOME, List.of(HOME), true, true, 1, none, none, List.of(claim)).encode();
        Message request = new Message(CLIENT, HOME, MessageType.PREPARE, 99, 1, prepare);
        world.network.send(request);
        world.network.send(request);
        world.network.deliver(0);
        world.network.deliver(0);
        assertEquals(2, world.network.inFlight.size(), "each request is answered");
        return world.get(CLIENT, key);
    }

    @Test
    void anOwnerThatIsAskedAgainGivesTheSameAnswerAgain() {
        assertTrue(updateEndsWhenTheOwnersAnswerIsLost());
    }

    /**
     * The owner has locked the old block and built the new one, and its answer is lost: a repeated request must not
     * begin anew.
     */
    private static boolean updateEndsWhenTheOwnersAnswerIsLost() {
        World world = new World();
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        world.migrate(OWNER, key);
        LoneClaim put = world.begin(History.append(key, 2));
        put.makeStep();
        put.makeStep();
        world.network.deliver(0);
        world.network.inFlight.clear();

        world.clock.advance(RESEND_NANOS);
        world.nodes[HOME].transactions.poll();
        world.drive(put);

        return put.applied() && world.get(CLIENT, key) == History.after(1, 2);
    }
}
