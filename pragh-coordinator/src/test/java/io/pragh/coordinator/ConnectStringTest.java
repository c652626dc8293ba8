package io.pragh.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.PlacementMode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConnectStringTest {
    @Test
    void stringIsTakenApart() {
        assertEquals(
                new ConnectString("zk", "a:1,b:2", "g", Map.of("coordinator", "eager", "reportMillis", "500")),
                ConnectString.parse("zk:a:1,b:2/g?coordinator=eager&reportMillis=500"));
        assertEquals(new ConnectString("embedded", "", "g", Map.of()), ConnectString.parse("embedded:g"));
        assertEquals(new ConnectString("embedded", "2181", "g", Map.of()), ConnectString.parse("embedded:2181/g"));
        assertEquals(
                "/a/b", ConnectString.parse("embedded:g?data=/a/b").options().get(ConnectString.DATA));
    }

    @Test
    void optionsHaveDefaults() {
        ConnectString plain = ConnectString.parse("zk:a:1/g");
        assertEquals(PlacementMode.INSTANT, plain.coordinator(PlacementMode.INSTANT));
        assertEquals(PlacementMode.EAGER, plain.coordinator(PlacementMode.EAGER));
        assertEquals(10_000_000_000L, plain.reportNanos());
        assertTrue(plain.expelRefused());
        assertFalse(ConnectString.parse("zk:a:1/g?expelRefused=false").expelRefused());
        ConnectString full = ConnectString.parse("zk:a:1/g?coordinator=deferred&reportMillis=500");
        assertEquals(PlacementMode.DEFERRED, full.coordinator(PlacementMode.EAGER));
        assertEquals(500_000_000L, full.reportNanos());
        assertEquals(
                PlacementMode.INSTANT,
                ConnectString.parse("embedded:g?coordinator=none").coordinator(PlacementMode.EAGER));
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        for (String wrong : new String[] {"g", ":g", "zk:g?", "zk:g?x", "zk:g?=1", "zk:g?a=1&a=2"}) {
            assertThrows(PraghException.class, () -> ConnectString.parse(wrong), wrong);
        }
        ConnectString wrong = ConnectString.parse("zk:a:1/g?coordinator=instant&reportMillis=soon");
        assertThrows(PraghException.class, () -> wrong.coordinator(PlacementMode.EAGER));
        assertThrows(PraghException.class, wrong::reportNanos);
        ConnectString neither = ConnectString.parse("zk:a:1/g?expelRefused=no");
        assertThrows(PraghException.class, neither::expelRefused);
        assertThrows(PraghException.class, () -> wrong.allowing(ConnectString.COORDINATOR));
    }
}
