package io.pragh.core.api;

/**
 * A thread's door to the store of one node. A read returns the value that was current at some moment between call and return; an
 * update takes effect at one moment between call and return; both together are linearizable per key. What a visitor was given is durable when
 * the read returns, where the graph is kept. One thread.
 */
public interface StoreSession extends ValueReader, AutoCloseable {
    /**
     * Updates one value. Cost: none in messages when home and value are this node's; one message and its reply to the home
     * otherwise, and one more pair from home to owner when the value lies elsewhere.
     *
     * @throws OperationFailedException when the operation threw; nothing was changed
     * @throws io.pragh.core.base.PraghException when the home cannot be reached within the update time-out: the update may have
     *     happened or not
     */
    UpdateResult update(Update update);

    @Override
    void close();
}
