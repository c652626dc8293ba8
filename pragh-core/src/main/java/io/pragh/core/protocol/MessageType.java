package io.pragh.core.protocol;

/** Numbers of the messages between nodes. A reply carries the client and sequence of its request. Stateless. */
public final class MessageType {
    /** Client to home: run an update, {@link UpdateRequest}. */
    public static final int UPDATE = 1;
    /** Home to client: how it ended, {@link WordReply}: code of the result, or {@link WordReply#REFUSED}. */
    public static final int UPDATE_REPLY = 2;
    /** Home to owner: lock the old block and build the new one, {@link ApplyRequest}. */
    public static final int APPLY = 3;
    /** Owner to home: address of the new block or a negative code, {@link WordReply}. */
    public static final int APPLY_REPLY = 4;
    /** Home to owner: the new block is published, retire the old one, {@link SettleRequest}. */
    public static final int SETTLE = 5;
    /** Owner to home: done, {@link WordReply}. */
    public static final int SETTLE_REPLY = 6;

    private MessageType() {}
}
