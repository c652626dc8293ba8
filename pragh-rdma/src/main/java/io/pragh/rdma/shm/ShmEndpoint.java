package io.pragh.rdma.shm;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.EndpointTally;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.RegionAccess;
import io.pragh.core.memory.Region;
import org.jspecify.annotations.Nullable;

/** Executes batches on the posting thread, directly on the mapped memory of whichever node they name. One thread. */
final class ShmEndpoint implements Endpoint {
    private final ShmFabric fabric;
    private final int slot;
    private final EndpointTally tally;
    private boolean closed;

    ShmEndpoint(ShmFabric fabric, int slot) {
        this.fabric = fabric;
        this.slot = slot;
        this.tally = fabric.tally().open();
    }

    int slot() {
        return slot;
    }

    @Override
    public void post(Batch batch) {
        if (closed) {
            throw new PraghException("the node was closed during the call: node=" + fabric.self());
        }
        boolean remote = false;
        fabric.control().begin(slot);
        try {
            OpStatus standing = fabric.standing();
            for (int op = 0; op < batch.count(); op++) {
                int owner = fabric.owner(batch.partition(op));
                if (owner != fabric.self()) {
                    remote = true;
                    tally.operation(owner, batch.kind(op), batch.length(op));
                }
                if (standing != OpStatus.OK) {
                    batch.end(op, standing, 0);
                } else if (owner == fabric.self()) {
                    executeOwn(batch, op);
                } else {
                    executeRemote(batch, op, owner < 0 ? null : fabric.peer(owner));
                }
            }
        } finally {
            fabric.control().end(slot);
        }
        if (remote) {
            tally.batch();
        }
    }

    private void executeOwn(Batch batch, int op) {
        Region region = fabric.exposed(batch.partition(op));
        if (region == null) {
            batch.end(op, OpStatus.FENCED, 0);
        } else {
            RegionAccess.execute(batch, op, region);
        }
    }

    private void executeRemote(Batch batch, int op, @Nullable ShmPeer peer) {
        if (peer == null || peer.control().state() == Control.DEAD) {
            batch.end(op, OpStatus.UNREACHABLE, 0);
            return;
        }
        int partition = batch.partition(op);
        long word = peer.control().partition(partition);
        int status = Control.status(word);
        if (!peer.isOpen() || peer.control().refuses(fabric.self()) || status == Control.WITHDRAWN) {
            batch.end(op, OpStatus.FENCED, 0);
            return;
        }
        RegionFile file = status == Control.EXPOSED ? peer.region(partition, Control.regionId(word)) : null;
        OpStatus reach = file == null ? OpStatus.UNREACHABLE : ShmPeer.reach(file, batch.offset(op), batch.length(op));
        if (file != null && reach == OpStatus.OK) {
            RegionAccess.execute(batch, op, file.region());
        } else {
            batch.end(op, reach, 0);
        }
    }

    @Override
    public boolean poll(Batch batch) {
        return true;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            fabric.tally().close(tally);
            fabric.closed(this);
        }
    }
}
