package io.pragh.rdma.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.memory.Region;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that a node decides rightly which node exposes a partition, in whatever order the notices arrive. */
class ExposuresTest {
    private static final int SELF = 1;
    private static final int PARTITION = 3;

    private final Exposures exposures = new Exposures(SELF, 0, new SecureRandom());
    private final Region region = Region.direct(Region.SEGMENT_BYTES_MIN, 1);

    private static ExposureNotice notice(long number) {
        return new ExposureNotice(PARTITION, number, 100 + number);
    }

    private int routedTo() {
        Exposures.Route route = exposures.route(PARTITION);
        return route == null ? -1 : route.node();
    }

    @Test
    void theGreatestNumberIsInForceWheneverItIsHeard() {
        exposures.heard(2, notice(7));
        exposures.heard(3, notice(6));
        assertEquals(2, routedTo());
        exposures.heard(0, notice(8));
        assertEquals(0, routedTo());
    }

    @Test
    void ofEqualNumbersThatOfTheGreaterNodeIsInForce() {
        exposures.heard(2, notice(7));
        exposures.heard(0, notice(7));
        assertEquals(2, routedTo());
        exposures.heard(3, notice(7));
        assertEquals(3, routedTo());
    }

    /** A partition goes from node to node, and the last one is lost: who continues with its data never heard of it. */
    @Test
    void aLaterNodesExposureIsInForceThoughItHasHeardOfNoneBefore() {
        Exposures former = new Exposures(2, 5, new SecureRandom());
        former.heard(0, new Exposures(0, 4, new SecureRandom()).expose(PARTITION, region));
        former.expose(PARTITION, region);
        ExposureNotice last = former.expose(PARTITION, region);
        exposures.heard(2, last);
        ExposureNotice continued = new Exposures(3, 9, new SecureRandom()).expose(PARTITION, region);
        exposures.heard(3, continued);
        assertEquals(3, routedTo());
        exposures.heard(2, last);
        assertEquals(3, routedTo(), "said late");
        assertTrue(exposures.expose(PARTITION, region).number() > continued.number(), "the next after a handover");
    }

    @Test
    void whatThisNodeExposesIsTakenByALaterExposureAlone() {
        exposures.heard(2, notice(4));
        ExposureNotice mine = exposures.expose(PARTITION, region);
        assertEquals(5, mine.number(), "one more than what it had heard of");
        assertFalse(exposures.heard(2, notice(4)), "said again");
        assertFalse(exposures.heard(0, notice(5)), "at the same time, and the smaller node");
        assertSame(region, exposures.open(PARTITION, mine.key()));
        assertTrue(exposures.heard(2, notice(5)), "at the same time, and the greater node");
        assertNull(exposures.open(PARTITION, mine.key()));
        assertNull(exposures.own(PARTITION));
        assertEquals(List.of(), exposures.notices());
    }

    @Test
    void eachExposureHasANumberAndAKeyOfItsOwn() {
        ExposureNotice first = exposures.expose(PARTITION, region);
        ExposureNotice second = exposures.expose(PARTITION, region);
        assertEquals(first.number() + 1, second.number());
        assertNull(exposures.open(PARTITION, first.key()));
        assertSame(region, exposures.open(PARTITION, second.key()));
    }

    @Test
    void whatIsWithdrawnIsStillThisNodesAndOpensToNobody() {
        ExposureNotice mine = exposures.expose(PARTITION, region);
        assertTrue(exposures.withdraw(PARTITION));
        assertFalse(exposures.withdraw(PARTITION), "twice");
        assertNull(exposures.open(PARTITION, mine.key()));
        assertNotNull(exposures.own(PARTITION), "so a request is refused here, and goes nowhere else");
        assertEquals(List.of(mine), exposures.notices());
    }

    @Test
    void whatANodeExposedInAnEarlierLifeIsForgottenWhenItIsReachedAgain() {
        exposures.heardAll(2, List.of(notice(7)));
        exposures.heardAll(2, List.of());
        assertEquals(-1, routedTo());
        exposures.heardAll(2, List.of(notice(1)));
        assertEquals(2, routedTo(), "its numbers begin anew");
        exposures.heardAll(0, List.of());
        assertEquals(2, routedTo(), "what others expose does not concern it");
    }
}
