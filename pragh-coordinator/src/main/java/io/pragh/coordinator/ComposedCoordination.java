package io.pragh.coordinator;

import io.pragh.core.cluster.KeptShare;
import io.pragh.core.cluster.Membership;
import io.pragh.core.placement.Coordination;
import io.pragh.core.placement.CoordinatorRole;
import io.pragh.core.placement.PlacementExchange;

/** A member's {@link Coordination} together with the resources that were opened for it. Any thread. */
final class ComposedCoordination implements Coordination {
    private final Coordination seat;
    private final OpenedInOrder opened;

    ComposedCoordination(Coordination seat, OpenedInOrder opened) {
        this.seat = seat;
        this.opened = opened;
    }

    @Override
    public int self() {
        return seat.self();
    }

    @Override
    public String connect() {
        return seat.connect();
    }

    @Override
    public Membership membership() {
        return seat.membership();
    }

    @Override
    public PlacementExchange exchange() {
        return seat.exchange();
    }

    @Override
    public void announce(String address) {
        seat.announce(address);
    }

    @Override
    public void announceServer(String server) {
        seat.announceServer(server);
    }

    @Override
    public long graph() {
        return seat.graph();
    }

    @Override
    public void announceKept(KeptShare keeps) {
        seat.announceKept(keeps);
    }

    @Override
    public CoordinatorRole coordinator() {
        return opened.coordinatorRole();
    }

    @Override
    public synchronized void close() {
        opened.close();
    }
}
