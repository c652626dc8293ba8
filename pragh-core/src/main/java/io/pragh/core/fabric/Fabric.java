package io.pragh.core.fabric;

import io.pragh.core.memory.DirectMemory;
import io.pragh.core.memory.Region;

/**
 * One node's connection to all other nodes. Opened by a {@link FabricProvider}, closed by its owner; closing
 * withdraws every region. Any thread, except that an {@link Endpoint} belongs to one thread at a time.
 */
public interface Fabric extends AutoCloseable {
    /** The number of partitions at most; they are numbered from 0. */
    int PARTITIONS_MAX = 128;
    /** The longest payload of a message, in bytes. */
    int MESSAGE_BYTES_MAX = 64 << 20;

    /** This node's number in the cluster. */
    int self();

    /**
     * Whether CAS and FETCH_ADD are atomic with the processor of the node that owns the memory. If not, the owner
     * changes such words through the fabric's loopback as well.
     */
    boolean atomicWithCpu();

    /**
     * The address of this node for other nodes, in the form that {@link #meet} takes; empty when they find the node
     * without it.
     */
    String address();

    /**
     * Tells the fabric the address of another node. The fabric keeps trying to connect, also after the node was out
     * of reach; meanwhile operations posted to the node end UNREACHABLE and messages to it are lost. A later address
     * replaces the former one. Does nothing for this node itself, for a fenced node, and for an empty address.
     * Returns at once.
     */
    void meet(int node, String address);

    /**
     * Whether the machine of a node refuses connections at the node's address, so that no process listens there. True
     * only if this node was connected to it before and all of several attempts over a while were refused. False for a
     * node that is silent, unreachable, or rejects this node; always false for a fabric that cannot tell. Does not
     * wait.
     */
    default boolean isRefused(int node) {
        return false;
    }

    /**
     * Memory that this fabric can expose: a region without segments.
     *
     * @param segmentBytes size of a segment in bytes, as {@link Region} wants it
     * @param segmentCountMax how many segments it may grow to
     */
    Region region(int segmentBytes, int segmentCountMax);

    /**
     * How many bytes the regions of this process can still take before they cannot grow. Costs one system call at
     * most.
     */
    default long room() {
        return DirectMemory.roomOfValues();
    }

    /**
     * Exposes a partition's memory to all nodes, including segments added later. One node at a time exposes a
     * partition. Exposing it again replaces the former region (a substitute takes over), which no operation reaches
     * after this has returned. The layer above decides which node may expose a partition: a fabric obeys the last
     * call. Operations on a partition that was never exposed end UNREACHABLE. The region comes from {@link #region};
     * a fabric that cannot expose another region throws an exception. Nodes that are out of reach learn of the
     * exposure when they are back.
     */
    void expose(int partition, Region region);

    /**
     * Ends all access to a partition's memory: operations in progress finish or fail before this returns, later ones
     * end FENCED, including the node's own. Does nothing when this node does not expose the partition.
     */
    void withdraw(int partition);

    /**
     * Fences another node: refuses every operation and message that {@code node} posts or sends to this node from now
     * on. Returns once no operation posted before can still take effect here (hole h10), neither on partitions
     * exposed now nor on those exposed later. Its messages that {@link #deliver} has not handed out are dropped. Does
     * not wait for a running handler, and may be called by one. A node that joins again has a new number.
     */
    void fence(int node);

    /** Opens an endpoint, which posts operations and awaits them, for one thread. The caller closes it after use. */
    Endpoint open();

    /**
     * Sends a message, possibly to this node itself. It may be lost, but is neither corrupted nor duplicated. Returns
     * at once: messages that a slow or unreachable receiver does not take are lost, beyond a bound that the fabric
     * documents. A message longer than {@link #MESSAGE_BYTES_MAX} is refused by an exception. Messages of one sender
     * to one receiver may overtake each other. {@link Message#from} must be this node, because fences check it.
     */
    void send(Message message);

    /**
     * Sets the handler of the messages that {@link #deliver} takes from the inbox. Called once, before the first
     * message is expected. Until then messages wait.
     */
    void receiveWith(MessageHandler handler);

    /**
     * Hands up to {@code limit} messages to the handler, on the calling thread, and returns their number. An
     * exception of the handler is passed on to the caller; its message is consumed.
     */
    int deliver(int limit);

    /** Counts of operations posted to other nodes since the fabric was opened, over all endpoints, by node. */
    TrafficTally tally();

    /** Withdraws every region and leaves. Later operations of this node's endpoints have no effect and end FENCED. */
    @Override
    void close();
}
