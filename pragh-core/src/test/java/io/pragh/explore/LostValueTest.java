package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import org.junit.jupiter.api.Test;

/** Checks a value whose owner died, and whose slot recovery has marked. */
class LostValueTest {
    private final World world = new World();
    private final long key = world.key(0, 0);

    private void lose() {
        world.put(History.append(key, 1));
        Region region = world.nodes[0].partition.region();
        long slot = world.nodes[0].partition.table().find(key);
        region.compareAndExchange(slot, region.getLong(slot), ValueAddress.LOST);
    }

    @Test
    void anUpdateOfAPartCannotHealIt() {
        lose();
        assertEquals(UpdateResult.LOST, world.put(History.append(key, 2)).result());
        assertEquals(ValueAddress.LOST, world.slot(key));
    }

    @Test
    void anUpdateOfTheWholeHealsIt() {
        lose();
        assertEquals(UpdateResult.APPLIED, world.put(Blob.of(key, new byte[24])).result());
        assertEquals(History.GARBAGE, world.get(1, key));
    }

    @Test
    void anUpdateOfTheWholeThatFailsLeavesItLost() {
        lose();
        assertEquals(
                UpdateResult.FULL, world.put(Blob.of(key, new byte[1 << 20])).result());
        assertEquals(ValueAddress.LOST, world.slot(key), "the key must not look as if it never had a value");
        assertThrows(PraghException.class, () -> world.get(1, key));
    }
}
