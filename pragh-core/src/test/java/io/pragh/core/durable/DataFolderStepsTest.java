package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.memory.Region;
import io.pragh.testkit.FaultyDisk;
import io.pragh.testkit.FaultyDisk.Fault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that a data folder always has a whole checkpoint, never older than the last one that was reported complete.
 * Each step of writing checkpoints fails, or is the last one before power is lost or the process is killed; then
 * opening the folder is interrupted as well. {@code -Dpragh.seed=N} sets the seed.
 */
class DataFolderStepsTest {
    private static final long SEED = Long.getLong("pragh.seed", 20_261_129L);
    private static final int PARTITIONS = 2;
    private static final int CHECKPOINTS = 4;
    private static final int VALUE_BYTES = 64;
    private static final int REGION_BYTES = 1 << 12;
    private static final int CHANCES = 6;
    /** More steps than opening a folder takes. */
    private static final int OPENING_STEPS = 9;

    private final Region region = new Region(REGION_BYTES, 1, ByteBuffer::allocateDirect);

    private static DataFolder open(FaultyDisk disk) {
        return DataFolder.open(disk, PARTITIONS, true, () -> 42);
    }

    private void writePart(DataFolder folder, int partition, long moment) throws IOException {
        try (CheckpointWriter writer = folder.begin(partition, moment, 0, Map.of())) {
            writer.add(1, region, 0, VALUE_BYTES);
            writer.finish();
        }
    }

    private void write(DataFolder folder, long moment) throws IOException {
        try {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                writePart(folder, partition, moment);
            }
        } catch (IOException failed) {
            folder.abandon();
            throw failed;
        }
        folder.complete(0, folder.kept());
    }

    /**
     * Writes checkpoints and returns the moment of the last one that was reported complete. One more checkpoint is
     * only begun, and given up or not.
     */
    private long write(FaultyDisk disk, boolean givenUp) {
        long there = 0;
        try (DataFolder folder = open(disk)) {
            for (long moment = 1; moment <= CHECKPOINTS; moment++) {
                try {
                    write(folder, moment);
                    there = moment;
                } catch (IOException failed) {
                    assertTrue(disk.hasFailed(), failed::toString); // and the next checkpoint is tried
                }
            }
            folder.begin(0, CHECKPOINTS + 1, 0, Map.of()).close();
            if (givenUp) {
                folder.abandon();
            }
        } catch (IOException | RuntimeException failed) {
            assertTrue(disk.hasFailed(), failed::toString);
        }
        return there;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void thereIsAlwaysAWholeCheckpoint(Fault fault) throws IOException {
        region.grow();
        FaultyDisk healthy = FaultyDisk.empty(SEED, Fault.NONE, 0);
        assertEquals(CHECKPOINTS, write(healthy, true));
        for (int at = 1; at <= healthy.steps(); at++) {
            for (int chance = 0; chance < CHANCES; chance++) {
                String what = "seed=" + SEED + " fault=" + fault + " step=" + at + " chance=" + chance;
                SplittableRandom random = new SplittableRandom(SEED * 31 + (long) at * CHANCES + chance);
                FaultyDisk disk = FaultyDisk.empty(random.nextLong(), fault, at);
                long there = write(disk, random.nextBoolean());
                check(after(disk, random), random, there, what);
            }
        }
    }

    private static FaultyDisk after(FaultyDisk disk, SplittableRandom random) {
        long next = 1L + random.nextInt(OPENING_STEPS);
        return random.nextBoolean() ? disk.reopened(Fault.POWER, next) : disk.afterLoss(Fault.POWER, next);
    }

    private void check(FaultyDisk found, SplittableRandom random, long there, String what) throws IOException {
        look(found, there, what);
        look(after(found, random), there, what);
        FaultyDisk last = found.afterLoss(Fault.NONE, 0);
        look(last, there, what);
        try (DataFolder folder = open(last)) {
            write(folder, CHECKPOINTS + 2);
        }
        look(last.reopened(Fault.NONE, 0), CHECKPOINTS + 2, what);
    }

    /** Opens the folder on a disk that may fail meanwhile, and reads all of its checkpoint. */
    private static void look(FaultyDisk disk, long there, String what) throws IOException {
        try (DataFolder folder = open(disk)) {
            assertTrue(there == 0 || folder.hasCheckpoint(), what);
            for (int partition = 0; folder.hasCheckpoint() && partition < PARTITIONS; partition++) {
                try (CheckpointReader reader = folder.checkpoint(partition)) {
                    long[] values = {0};
                    reader.read((key, body) -> values[0]++, bytes -> {});
                    assertEquals(1, values[0], what);
                    assertTrue(reader.head().timestamp() >= there, what);
                }
            }
        } catch (IOException | RuntimeException failed) {
            assertTrue(disk.hasFailed(), () -> what + " but " + failed);
        }
    }
}
