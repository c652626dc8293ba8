package io.pragh.tinkerpop.process.computer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.computer.Memory;
import org.junit.jupiter.api.Test;

/** Checks the memory of a computation: when values of workers are seen, merged and removed. */
class ComputerMemoryTest {
    private static final String CHANGED = "changed";

    private final ComputerMemory memory = new ComputerMemory(new DistanceProgram(1, true, false), List.of());

    @Test
    void whatWorkersAddIsSeenWhenTheTurnHasEnded() {
        memory.set(CHANGED, false);
        ShareMemory one = new ShareMemory(memory);
        ShareMemory other = new ShareMemory(memory);
        memory.turning(true);
        one.add(CHANGED, true);
        other.add(CHANGED, false);
        assertFalse(one.exists(CHANGED), "the key is not broadcast");
        memory.turning(false);
        memory.merge(one);
        memory.merge(other);
        assertEquals(true, memory.get(CHANGED));
    }

    @Test
    void whatWasMergedIsNotMergedAgain() {
        ShareMemory share = new ShareMemory(memory);
        share.add(CHANGED, true);
        memory.merge(share);
        memory.set(CHANGED, false);
        memory.merge(share);
        assertEquals(false, memory.get(CHANGED));
    }

    @Test
    void nullTakesAValueAwayAndCannotBeAdded() {
        memory.set(CHANGED, true);
        memory.set(CHANGED, null);
        assertFalse(memory.exists(CHANGED));
        assertEquals(Set.of(), memory.keys());
        ShareMemory share = new ShareMemory(memory);
        assertThrows(IllegalArgumentException.class, () -> share.add(CHANGED, null));
    }

    @Test
    void transientKeysEndWithTheProgram() {
        memory.set(CHANGED, true);
        assertTrue(memory.exists(CHANGED));
        memory.dropTransient();
        assertThrows(IllegalArgumentException.class, () -> memory.get(CHANGED));
    }

    @Test
    void duringATurnNothingIsSetAndOutsideOneNothingIsAdded() {
        assertThrows(IllegalArgumentException.class, () -> memory.add(CHANGED, true));
        memory.turning(true);
        assertThrows(IllegalArgumentException.class, () -> memory.set(CHANGED, true));
        Memory result = memory.asImmutable();
        assertThrows(IllegalStateException.class, () -> result.set(CHANGED, true));
    }
}
