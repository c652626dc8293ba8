package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.durable.ArrivedPart;
import io.pragh.core.durable.CheckpointHead;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.FolderLabel;
import io.pragh.core.durable.KeptDecisionLog;
import io.pragh.core.durable.LogWriter;
import io.pragh.core.graph.ListOperations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what a checkpoint makes of partitions that were on their way to another folder. */
class FolderHandoversTest {
    private static final long OTHER = 0x4e11;
    private static final int MOVING = 0;

    @TempDir
    private Path path;

    @Test
    void whatMayHaveLeftWhenItsNodeEndedDoesNotCountAsHere() throws IOException {
        try (TransactionFixture world = new TransactionFixture(2);
                DataFolder folder = DataFolder.openPart(FolderDisk.open(path), TransactionFixture.PARTITIONS);
                LogWriter log = folder.logWriter(1 << 20, failed -> {})) {
            PraghNode node = world.nodes.get(0);
            folder.found(1, List.of(MOVING));
            log.open(0);
            FolderHandovers handovers =
                    new FolderHandovers(node, folder, log, new KeptDecisionLog(folder.kept()), new Object(), () -> 0);
            folder.leave(MOVING, OTHER);
            handovers.settle();
            assertEquals(Map.of(), folder.leaving(), "it is served here, so it has stayed");

            folder.leave(MOVING, OTHER);
            assertTrue(node.parts.share.seal(node.parts.share.store().partition(MOVING), () -> true));
            handovers.settle();
            assertEquals(Map.of(MOVING, OTHER), folder.leaving(), "the view says whether it has left");
        }
    }

    /** The view may say that this folder keeps it, and then no other one has it any more. */
    @Test
    void aFolderWhereSomethingMayArriveIsNotEmptied() throws IOException {
        for (boolean arrives : new boolean[] {false, true}) {
            Path data = path.resolve("data-" + arrives);
            try (DataFolder folder = DataFolder.openPart(FolderDisk.open(data), TransactionFixture.PARTITIONS)) {
                folder.found(1, List.of());
                if (arrives) {
                    CheckpointHead head = new CheckpointHead(0, 0, MOVING, 1, 0, Map.of());
                    try (ArrivedPart part = new ArrivedPart(folder, head, 0, 0)) {
                        folder.arrive(part, 1);
                    }
                }
            }
            try (TransactionFixture world = new TransactionFixture(2)) {
                NodeFolder folder =
                        NodeFolder.open(DataPlace.of(data), TransactionFixture.PARTITIONS, KeptCluster.Limits.DEFAULT);
                folder.attach(world.nodes.get(0));
                folder.start(TransactionFixture.CONFIG, ListOperations.ALL);
                assertEquals(!arrives, folder.leave());
                folder.stop();
                folder.endLog();
                folder.close();
            }
            FolderLabel label = FolderLabel.read(DataPlace.of(data));
            assertEquals(arrives ? List.of(MOVING) : null, label == null ? null : label.arriving());
        }
    }
}
