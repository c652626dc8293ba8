package io.pragh.rdma.verbs;

import com.ibm.disni.verbs.IbvCQ;
import com.ibm.disni.verbs.RdmaCm;
import com.ibm.disni.verbs.RdmaCmEvent;
import com.ibm.disni.verbs.RdmaCmId;
import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Makes connections and handles their events, on a thread of its own: each step is an event of librdmacm, and a step
 * that does not come in time ends the connection, whatever else the peer does. Any thread.
 */
final class Connections implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(VerbsFabric.class.getName());
    /** By librdmacm's numbers. */
    private static final List<RdmaCmEvent.EventType> TYPES = List.of(RdmaCmEvent.EventType.values());

    private static final int SLEEP_MILLIS = 50;
    /** Frames that a connection for one-sided operations sends beside the operations. */
    private static final int FRAMES = Mailbox.BUFFERS_MAX;

    private final Device device;
    private final Pump pump;
    private final long connectNanos;
    private final Supplier<Connection.Owner> callers;
    private final Runnable look;
    private final Map<RdmaCmId, Connection> connections = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong(1);
    private final Thread thread;
    private volatile boolean stopped;

    /**
     * Starts the thread.
     *
     * @param callers makes the owner of a connection that another node asks for
     * @param look a check to run now and then, on its thread
     */
    Connections(
            Device device, Pump pump, int node, long connectNanos, Supplier<Connection.Owner> callers, Runnable look) {
        this.device = device;
        this.pump = pump;
        this.connectNanos = connectNanos;
        this.callers = callers;
        this.look = look;
        this.thread = new Thread(this::run, "pragh-rdma-connections-" + node);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Calls a peer for frames alone. Throws when it is known at once that there is no route. */
    Connection call(InetSocketAddress where, Connection.Owner owner) throws IOException {
        return call(where, owner, pump.queue(), new Mailbox(device, pump, true));
    }

    /** Calls a peer for one-sided operations, which complete in the caller's queue. */
    Connection call(InetSocketAddress where, Connection.Owner owner, IbvCQ sends) throws IOException {
        return call(where, owner, sends, new Mailbox(device, pump, false));
    }

    private Connection call(InetSocketAddress where, Connection.Owner owner, IbvCQ sends, Mailbox mailbox)
            throws IOException {
        RdmaCmId id = device.events().createId(RdmaCm.RDMA_PS_TCP);
        Connection connection = known(id, owner, sends, mailbox);
        try {
            connection.call(where);
        } catch (IOException noWay) {
            connection.destroy();
            throw noWay;
        }
        return connection;
    }

    private Connection known(RdmaCmId id, Connection.Owner owner, IbvCQ sends, Mailbox mailbox) throws IOException {
        long deadline = System.nanoTime() + connectNanos;
        Connection connection = new Connection(numbers.getAndIncrement(), device, id, owner, sends, mailbox, deadline);
        if (stopped || !pump.add(connection)) {
            id.destroyId();
            throw new IOException("there are as many RDMA connections as there is room for");
        }
        connections.put(id, connection);
        return connection;
    }

    /** Forgets a connection, and destroys its queue pair. */
    void destroy(Connection connection) {
        connections.remove(connection.id());
        pump.remove(connection);
        connection.destroy();
    }

    private void run() {
        while (!stopped) {
            try {
                RdmaCmEvent event = device.events().getCmEvent(SLEEP_MILLIS);
                if (event != null) {
                    take(event);
                }
                connections.values().forEach(Connections::look);
                look.run();
            } catch (IOException | PraghException failed) {
                LOG.log(System.Logger.Level.ERROR, "an RDMA connection failed in an unusual way", failed);
            }
        }
    }

    private static void look(Connection connection) {
        if (connection.isComing() && System.nanoTime() - connection.deadlineNanos() > 0) {
            connection.lose("it was not let in in time: step=" + connection.step());
        }
        String why = connection.takeReason();
        if (why != null) {
            connection.owner().lost(connection, why);
        }
    }

    private void take(RdmaCmEvent event) throws IOException {
        RdmaCmEvent.EventType type = TYPES.get(event.getEvent());
        RdmaCmId id = event.getConnIdPriv();
        if (type == RdmaCmEvent.EventType.RDMA_CM_EVENT_CONNECT_REQUEST) {
            answer(id);
            return;
        }
        Connection connection = id == null ? null : connections.get(id);
        if (connection == null) {
            return; // it was destroyed meanwhile
        }
        try {
            step(connection, type, event.getStatus());
        } catch (IOException noWay) {
            connection.lose(String.valueOf(noWay.getMessage()));
        }
    }

    private void step(Connection connection, RdmaCmEvent.EventType type, int status) throws IOException {
        switch (type) {
            case RDMA_CM_EVENT_ADDR_RESOLVED -> connection.addressFound();
            case RDMA_CM_EVENT_ROUTE_RESOLVED -> connection.routeFound(Lane.DEPTH + FRAMES);
            case RDMA_CM_EVENT_ESTABLISHED -> {
                if (connection.connected()) {
                    connection.owner().connected(connection);
                }
            }
            case RDMA_CM_EVENT_ADDR_ERROR,
                    RDMA_CM_EVENT_ROUTE_ERROR,
                    RDMA_CM_EVENT_CONNECT_ERROR,
                    RDMA_CM_EVENT_UNREACHABLE,
                    RDMA_CM_EVENT_REJECTED,
                    RDMA_CM_EVENT_DISCONNECTED,
                    RDMA_CM_EVENT_DEVICE_REMOVAL -> connection.lose(type + " status=" + status);
            default -> {
                // of multicast, or after the end
            }
        }
    }

    private void answer(RdmaCmId id) throws IOException {
        Connection connection;
        try {
            connection = known(id, callers.get(), pump.queue(), new Mailbox(device, pump, true));
        } catch (IOException full) {
            LOG.log(System.Logger.Level.WARNING, "an RDMA caller was refused: reason={0}", full.getMessage());
            return;
        }
        try {
            connection.accept(FRAMES);
        } catch (IOException failed) {
            LOG.log(System.Logger.Level.WARNING, "an RDMA caller was refused: reason={0}", failed.getMessage());
            destroy(connection);
        }
    }

    /** Ends the thread; later events are not handled. */
    void stop() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Destroys all queue pairs, once the thread has ended. */
    @Override
    public void close() {
        List.copyOf(connections.values()).forEach(this::destroy);
    }
}
