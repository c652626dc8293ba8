package io.pragh.core.fabric;

import io.pragh.core.memory.DirectMemory;
import io.pragh.core.memory.Region;

/**
 * One node's connection to all others. Opened by a provider, closed by its owner; closing withdraws every region. Any thread,
 * except that an {@link Endpoint} belongs to one thread at a time.
 */
public interface Fabric extends AutoCloseable {
    /** Partitions are numbered from zero and below this. */
    int PARTITIONS_MAX = 128;
    /** The longest payload of a message. */
    int MESSAGE_BYTES_MAX = 64 << 20;

    /** This node's number in the cluster. */
    int self();

    /**
     * Whether CAS and FETCH_ADD are atomic with the processor of the node that owns the memory. Where they are not, the owner changes
     * such words through the fabric's loopback too.
     */
    boolean atomicWithCpu();

    /** Where others reach this node, in the form that {@link #meet} takes; empty when they find it without being told. */
    String address();

    /**
     * Tells where another node is reached. A fabric keeps trying until it gets there, and again after the node was out of reach;
     * meanwhile what is posted to it ends UNREACHABLE and what is sent to it is lost. A later address replaces the former. Does
     * nothing for this node itself, for a node that was fenced, and when the address is empty. Returns at once.
     */
    void meet(int node, String address);

    /**
     * Whether the machine of a node that had let this one in says that nobody listens where it is reached: it has refused every attempt to
     * connect for a while, of which there were several. That is said of no node that is silent, out of reach, or lets this one not in; by
     * fabrics that cannot tell, of none. Does not wait.
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

    /** How many bytes the regions of this process can still take before they cannot grow. Cost: a call of the system at most. */
    default long room() {
        return DirectMemory.roomOfValues();
    }

    /**
     * Opens a partition's memory to all nodes, segments added later included; a partition is exposed by one node at a time, and
     * exposing it again replaces the former region (a substitute takes over), which no operation reaches once this returned. Who
     * may expose what is decided above: a fabric believes the last one. Operations on a partition that was never exposed end
     * UNREACHABLE. The region comes from {@link #region}; a fabric that cannot open another one refuses it by an exception. Nodes
     * that are out of reach hear of it when they are back.
     */
    void expose(int partition, Region region);

    /**
     * Ends all access to a partition's memory: operations under way finish or fail before this returns, later ones fail with
     * FENCED, the node's own included. Does nothing when this node does not expose the partition (any more).
     */
    void withdraw(int partition);

    /**
     * Refuses everything that {@code node}, another one, posts or sends to this node from now on, and returns once nothing posted
     * before can still take effect here (hole h10): neither on partitions exposed now nor on those exposed later. Messages of it
     * that {@link #deliver} has not handed out are dropped; it does not wait for a handler that runs, and may be called by one. A
     * node that joins again comes with a new number.
     */
    void fence(int node);

    /** A new endpoint: posts operations and awaits them, for one thread. Close it after use. */
    Endpoint open();

    /**
     * Sends a message, to this node itself as well; it may be lost, but is neither corrupted nor doubled. Returns at once: what a
     * slow or unreachable receiver does not take is lost, beyond a bound that the fabric names. A message longer than {@link
     * #MESSAGE_BYTES_MAX} is refused by an exception.
     * Messages of one sender to one receiver may overtake each other. {@link Message#from} must be this node: fences go by it.
     */
    void send(Message message);

    /**
     * Who gets the messages that {@link #deliver} takes from the inbox; set once, before the first message is expected. Until then
     * messages wait.
     */
    void receiveWith(MessageHandler handler);

    /**
     * Hands up to {@code limit} messages to the handler, on the calling thread, and returns how many there were. What the handler
     * throws comes out here; its message is consumed.
     */
    int deliver(int limit);

    /** What was posted to other nodes since the fabric was opened, over all endpoints, and to which. */
    TrafficTally tally();

    /** Withdraws every region and leaves; what this node's endpoints post afterwards does nothing and ends FENCED. */
    @Override
    void close();
}
