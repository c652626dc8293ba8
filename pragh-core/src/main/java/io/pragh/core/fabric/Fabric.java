package io.pragh.core.fabric;

import io.pragh.core.memory.Region;

/**
 * One node's connection to all others. Opened by a provider, closed by its owner; closing withdraws every region. Any thread,
 * except that an {@link Endpoint} belongs to one thread at a time.
 */
public interface Fabric extends AutoCloseable {
    /** This node's number in the cluster. */
    int self();

    /** What this fabric can do and what its operations cost. */
    FabricCapabilities capabilities();

    /**
     * Opens a partition's memory to the other nodes; a partition is exposed by one node at a time, and exposing it again replaces
     * the former region (a substitute takes over).
     */
    void expose(int partition, Region region);

    /** Ends all access to a partition's memory: operations under way finish or fail, later ones fail with FENCED. */
    void withdraw(int partition);

    /**
     * Refuses everything that {@code node} posts or sends to this node from now on, and returns once nothing posted before can
     * still take effect here (hole h10). A node that joins again comes with a new number.
     */
    void fence(int node);

    /** A new endpoint: posts operations and awaits them, for one thread. Close it after use. */
    Endpoint open();

    /**
     * Sends a message; it may be lost, but is neither corrupted nor doubled. Returns at once. Messages of one sender to one
     * receiver may overtake each other.
     */
    void send(Message message);

    /** Who gets the messages that {@link #deliver} takes from the inbox; set once, before the first message is expected. */
    void receiveWith(MessageHandler handler);

    /** Delivers up to {@code limit} messages on the calling thread and returns how many there were. */
    int deliver(int limit);

    /** Operations and bytes since the fabric was opened, over all endpoints. */
    FabricCounters counters();

    @Override
    void close();
}
