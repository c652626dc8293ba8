package io.pragh.rdma.verbs;

import com.ibm.disni.verbs.IbvCQ;
import com.ibm.disni.verbs.IbvCompChannel;
import com.ibm.disni.verbs.IbvWC;
import com.ibm.disni.verbs.SVCPollCq;
import com.ibm.disni.verbs.SVCReqNotify;
import io.pragh.core.base.PraghException;
import io.pragh.rdma.wire.MalformedFrameException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The thread that takes in the frames of all connections of a node; it sleeps while there is none. */
final class Pump implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(VerbsFabric.class.getName());
    /**
     * Entries of the completion queue, and so the bound on requests under way on all connections; a queue that
     * overflows is unusable.
     */
    private static final int ENTRIES = 1 << 14;

    private static final int AT_A_TIME = 32;
    private static final int FLUSHED = 5; // IBV_WC_WR_FLUSH_ERR
    private static final int SLEEP_MILLIS = 50;

    private final IbvCompChannel channel;
    private final IbvCQ queue;
    private final SVCPollCq poll;
    private final SVCReqNotify notify;
    private final IbvWC[] done = new IbvWC[AT_A_TIME];
    private final Map<Long, Connection> connections = new ConcurrentHashMap<>();
    /** Bound on the entries of each connection. */
    private final Map<Long, Integer> entries = new ConcurrentHashMap<>();

    private final AtomicInteger reserved = new AtomicInteger();
    private final Thread thread;
    private volatile boolean stopped;

    /** A thread that is not started yet. */
    Pump(Device device, int node) throws IOException {
        this.channel = device.context().createCompChannel();
        this.queue = device.context().createCQ(channel, ENTRIES, 0);
        for (int i = 0; i < done.length; i++) {
            done[i] = new IbvWC();
        }
        this.poll = queue.poll(done, done.length);
        this.notify = queue.reqNotification(false);
        this.thread = new Thread(this::run, "pragh-rdma-frames-" + node);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    IbvCQ queue() {
        return queue;
    }

    /** Starts to take in a connection's frames; false when the queue has no room for its first buffers. */
    boolean add(Connection connection) {
        if (!reserve(connection, Mailbox.BUFFERS_FIRST)) {
            return false;
        }
        connections.put(connection.number(), connection);
        return true;
    }

    /** Reserves room for so many more of a connection's buffers in each direction; false when there is none. */
    boolean reserve(Connection connection, int buffers) {
        if (reserved.addAndGet(2 * buffers) > ENTRIES) {
            reserved.addAndGet(-2 * buffers);
            return false;
        }
        entries.merge(connection.number(), 2 * buffers, Integer::sum);
        return true;
    }

    void remove(Connection connection) {
        connections.remove(connection.number());
        Integer held = entries.remove(connection.number());
        if (held != null) {
            reserved.addAndGet(-held);
        }
    }

    private void run() {
        try {
            while (!stopped) {
                if (pollOnce() == 0) {
                    notify.execute();
                    if (pollOnce() == 0 && channel.getCqEvent(queue, SLEEP_MILLIS)) {
                        queue.ackEvents(1);
                    }
                }
            }
        } catch (IOException failed) {
            LOG.log(System.Logger.Level.ERROR, "an RDMA device failed: frames are not taken in any more", failed);
        }
    }

    private int pollOnce() throws IOException {
        int count = poll.execute().getPolls();
        for (int i = 0; i < count; i++) {
            Connection connection = connections.get(Mailbox.number(done[i].getWr_id()));
            if (connection != null) {
                take(connection, done[i]);
            }
        }
        return count;
    }

    private static void take(Connection connection, IbvWC completion) {
        if (completion.getStatus() == FLUSHED && connection.isComing()) {
            return; // it was refused, and an event gives the reason
        }
        if (completion.getStatus() != 0) {
            connection.lose("a frame did not get through: status=" + completion.getStatus());
            return;
        }
        try {
            connection.mailbox().completed(connection, completion.getWr_id(), completion.getByte_len());
        } catch (MalformedFrameException | IOException nonsense) {
            LOG.log(System.Logger.Level.WARNING, "an RDMA peer was hung up on: reason={0}", nonsense.getMessage());
            connection.lose(String.valueOf(nonsense.getMessage()));
        }
    }

    /** Ends the thread. */
    void stop() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Destroys the queue, once the thread has ended and no connection is left. */
    @Override
    public void close() {
        try {
            queue.destroyCQ();
            channel.destroyCompChannel();
        } catch (IOException failed) {
            throw new PraghException("a completion queue cannot be given back: reason=" + failed, failed);
        }
    }
}
