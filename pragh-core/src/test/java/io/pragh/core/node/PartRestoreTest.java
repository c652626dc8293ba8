package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.GraphKey;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderCopy;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.persist.LogSurvey;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.persist.Restoring;
import io.pragh.core.protocol.Claim;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.txn.home.CommitRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the partitions of a data folder become those of a running node. */
class PartRestoreTest {
    private static final int PARTITIONS = 2;
    private static final int KEPT = 1;
    private static final int KEYS_EXPECTED = 20_000;
    private static final int KEYS_PER_RECORD = 50;
    private static final CommitRecord.Writer WRITER = new CommitRecord.Writer(1, 1, 1);
    private static final List<ClusterView.Member> MEMBERS = List.of(new ClusterView.Member(0, "target", ""));

    @TempDir
    private Path folder;

    private final StaticMembership membership =
            new StaticMembership(new ClusterView(1, MEMBERS, new int[] {0, ClusterView.NOBODY}));

    private static byte[] body(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    private long key(PraghNode node, int number) {
        return GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, node.homes().mint(KEPT, 1 + number));
    }

    private void write(PraghNode node, int keys) throws IOException {
        try (FolderCopy made = new FolderCopy(folder, 7, PARTITIONS, List.of(KEPT))) {
            made.begin();
            long timestamp = 1;
            for (int from = 0; from < keys; from += KEYS_PER_RECORD) {
                List<Claim> claims = new ArrayList<>();
                for (int i = from; i < Math.min(keys, from + KEYS_PER_RECORD); i++) {
                    long key = key(node, i);
                    claims.add(new Claim(key, 0, Claim.ANY, List.of(ListOperations.replace(key, body(i)))));
                }
                claims.sort((one, other) -> Long.compareUnsigned(one.key(), other.key()));
                List<Integer> homes = List.of(KEPT);
                made.append(
                        new CommitRecord(CommitRecord.COMMITTED, ++timestamp, homes, homes, claims, WRITER).encode());
            }
            made.sync(CommitRecord.decided(timestamp).encode());
        }
    }

    private Restoring.Restored restore(PraghNode target, NodeConfig config) throws IOException {
        try (Disk disk = FolderDisk.open(folder)) {
            DataFolder opened = DataFolder.openPart(disk, PARTITIONS);
            return new PartRestore(opened, LogSurvey.of(opened), config, ListOperations.ALL)
                    .run(target, 2, 0, RestoreProgress.NONE);
        }
    }

    /** The log ends soon after the table has begun to grow, which takes the restoring node's upkeep a while. */
    @Test
    void aTableThatGrowsWhenTheLogEndsChangesHands() throws IOException {
        NodeConfig config = TransactionCluster.CONFIG.withMemory(new MemoryLimits(1 << 20, 128L << 20, KEYS_EXPECTED));
        LocalNetwork network = new LocalNetwork();
        try (PraghNode target =
                new PraghNode(network.join(0), membership, null, config, ListOperations.ALL, Clock.SYSTEM)) {
            // the 1,680 buckets for the expected keys are enlarged at 64 / 5 keys each
            int keys = 21_504 + KEYS_PER_RECORD;
            write(target, keys);
            assertEquals(
                    (keys + KEYS_PER_RECORD - 1) / KEYS_PER_RECORD,
                    restore(target, config).commits());
            membership.change(new ClusterView(2, MEMBERS, new int[] {0, 0}));
            long[] all = IntStream.range(0, keys).mapToLong(i -> key(target, i)).toArray();
            BitSet seen = new BitSet();
            try (NodeSession session = target.openSession()) {
                session.read(all, 0, keys, Integer.BYTES, (i, region, body, bytes) -> {
                    byte[] found = new byte[bytes];
                    region.get(body, found, 0, bytes);
                    assertArrayEquals(body(i), found);
                    seen.set(i);
                });
            }
            assertEquals(keys, seen.cardinality());
        }
    }

    /** The serving node's cache has taken its share of a process's memory; there may be no room for another one. */
    @Test
    void theRestoringNodeNeedsNoCacheOfLocations() throws IOException {
        NodeConfig config = TransactionCluster.CONFIG;
        LocalNetwork network = new LocalNetwork();
        try (PraghNode target =
                new PraghNode(network.join(0), membership, null, config, ListOperations.ALL, Clock.SYSTEM)) {
            write(target, KEYS_PER_RECORD);
            NodeConfig greedy = config.withCacheBytes(Long.MAX_VALUE);
            assertEquals(1, restore(target, greedy).commits());
            Map<Long, byte[]> found = new HashMap<>();
            try (Disk disk = FolderDisk.open(folder)) {
                DataFolder opened = DataFolder.openPart(disk, PARTITIONS);
                new PartRestore(opened, LogSurvey.of(opened), greedy, ListOperations.ALL)
                        .values(Set.of(key(target, 7)), (key, body, version) -> {
                            byte[] bytes = new byte[Objects.requireNonNull(body).remaining()];
                            body.get(bytes);
                            found.put(key, bytes);
                        });
            }
            assertArrayEquals(body(7), found.get(key(target, 7)));
        }
    }
}
