package io.pragh.tinkerpop.kept;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that commits survive SIGKILL of one, two or all of three processes, the nodes of a cluster over TCP with
 * data folders, which commit over each other's homes. After each restart, acknowledged commits must be there, others
 * whole or not at all; both ends of edges and the index must agree. All reads and writes over all lives must be
 * strictly serializable. {@code -Dpragh.kills=N} sets the number of kills, {@code -Dpragh.seed=N} their choice.
 */
@Tag("processes")
final class KilledNodesTest {
    private static final int KILLS = Integer.getInteger("pragh.kills", 3);
    private static final long SEED = Long.getLong("pragh.seed", 20_261_128L);
    private static final int NODES = CommittingCluster.NODES;
    private static final int COMMITS_MAX = 200;

    @TempDir
    private Path folder;

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS) // each wait is bounded
    void whatWasAcknowledgedSurvives() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        try (CommittingCluster cluster = new CommittingCluster(folder.resolve("data"), "seed=" + SEED)) {
            for (int node = 0; node < NODES; node++) {
                cluster.start(node);
            }
            for (int kill = 0; kill < KILLS; kill++) {
                cluster.awaitCommits(1 + random.nextInt(COMMITS_MAX));
                int victims = kill % 3 == 2 ? NODES : 1 + random.nextInt(2);
                int first = random.nextInt(NODES);
                for (int i = 0; i < victims; i++) {
                    cluster.kill(CommittingCluster.name((first + i) % NODES));
                }
                for (int i = 0; i < victims; i++) {
                    cluster.start((first + i) % NODES);
                }
            }
            cluster.awaitCommits(20);
            cluster.check();
        }
    }
}
