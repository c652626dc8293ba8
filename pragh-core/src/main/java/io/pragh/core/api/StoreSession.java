package io.pragh.core.api;

/**
 * A thread's access to single values at one node, without transactions. A read returns the value that was current at
 * some moment between call and return, an update takes effect at such a moment; both together are linearizable per
 * key. Where the graph is durable, a value passed to a visitor is durable when the read returns. One thread.
 */
public interface StoreSession extends ValueReader, AutoCloseable {
    /**
     * Updates one value. Cost: no messages when home and value are this node's; one message and its reply to the home
     * otherwise, and one more pair from home to owner when the value lies elsewhere.
     *
     * @throws OperationFailedException when the operation threw; nothing was changed
     * @throws io.pragh.core.base.PraghException when the home cannot be reached within the update time-out: the
     *     update may have happened or not
     */
    UpdateResult update(Update update);

    @Override
    void close();
}
