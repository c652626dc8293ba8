package io.pragh.core.fabric;

import io.pragh.core.memory.Region;

/**
 * One node's connection to all others. Opened by a provider, closed by its owner; closing withdraws every region. Any thread,
 * except that an {@link Endpoint} belongs to one thread at a time.
 */
public interface Fabric extends AutoCloseable {
    /** Partitions are numbered from zero and below this. */
    int PARTITIONS_MAX = 128;

    /** This node's number in the cluster. */
    int self();

    /** What this fabric can do and what its operations cost. */
    FabricCapabilities capabilities();

    /**
     * Opens a partition's memory to all nodes, segments added later included; a partition is exposed by one node at a time, and
     * exposing it again replaces the former region (a substitute takes over), which no operation reaches once this returned. Who
     * may expose what is decided above: a fabric believes the last one. Operations on a partition that was never exposed end
     * UNREACHABLE.
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
     * Sends a message, to this node itself as well; it may be lost, but is neither corrupted nor doubled. Returns at once.
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

    /** Operations on other nodes and bytes since the fabric was opened, over all endpoints. */
    FabricCounters counters();

    /** Withdraws every region and leaves; what this node's endpoints post afterwards does nothing and ends FENCED. */
    @Override
    void close();
}
