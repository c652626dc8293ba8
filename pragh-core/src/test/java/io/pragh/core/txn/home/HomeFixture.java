package io.pragh.core.txn.home;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.Update;
import io.pragh.core.store.StoreFixture;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.StoreShare;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * The homes of node 0 of a {@link StoreFixture}, which is also the owner of local values; node 1 is played by the
 * test.
 */
final class HomeFixture {
    final StoreNode store;
    final HomeClaims claims;

    private final StoreFixture world;

    HomeFixture(StoreFixture world) {
        this(world, () -> {});
    }

    /** Homes that run an action first whenever they look at their share. */
    HomeFixture(StoreFixture world, Runnable first) {
        this.world = world;
        this.store = world.store(StoreFixture.HOME);
        Supplier<StoreShare> share = () -> {
            first.run();
            return world.shares[StoreFixture.HOME];
        };
        this.claims = new HomeClaims(
                new OwnersElsewhere.Surroundings(
                        world.fabrics[StoreFixture.HOME], world.clock, 100, world.membership::view, share, world.homes),
                store.passage());
    }

    /** Delivers messages to node 0, and records those to node 1. */
    void connect() {
        world.fabrics[StoreFixture.HOME].receiveWith(
                message -> assertTrue(claims.handle(message) || store.handle(message)));
        world.scriptOther();
    }

    /** Begins an update of a key at home on node 0, which is not driven yet. */
    LoneClaim begin(Update update, LongConsumer whenDecided) {
        return new LoneClaim(claims, world.partitions[StoreFixture.HOME], update, world.commits, whenDecided);
    }
}
