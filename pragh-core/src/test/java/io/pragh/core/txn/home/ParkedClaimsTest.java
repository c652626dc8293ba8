package io.pragh.core.txn.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.store.StoreFixture;
import io.pragh.testkit.Workers;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Checks updates that stay blocked while several threads look at them. */
class ParkedClaimsTest {
    private static final int THREADS = 4;
    private static final int PARKED = 5;
    private static final int POLLS = 20_000;

    @Test
    void aPassEndsThoughEveryUpdateIsParkedAgain() {
        StoreFixture world = new StoreFixture();
        HomeFixture home = new HomeFixture(world);
        try (Workers workers = new Workers()) {
            ParkedClaims parked = new ParkedClaims();
            for (int i = 0; i < PARKED; i++) {
                parked.add((ClaimOperation) home.begin(StoreFixture.append(world.key(i), 1), code -> {})
                        .operation());
            }
            AtomicLong looks = new AtomicLong();
            for (int t = 0; t < THREADS; t++) {
                workers.start(() -> pollAll(parked, looks));
            }
            workers.join();
            assertTrue(looks.get() <= (long) THREADS * POLLS * PARKED, "looks=" + looks);
            AtomicLong last = new AtomicLong();
            parked.poll(operation -> last.incrementAndGet());
            assertEquals(PARKED, last.get());
        }
    }

    private static void pollAll(ParkedClaims parked, AtomicLong looks) {
        for (int i = 0; i < POLLS; i++) {
            parked.poll(operation -> {
                looks.incrementAndGet();
                parked.add(operation);
            });
        }
    }
}
