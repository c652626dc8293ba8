package io.pragh.core.protocol;

/** Numbers of the messages between nodes. A reply carries the client and sequence of its request. Stateless. */
public final class MessageType {
    /** Home to owner: lock the block for a claim and build its replacement, {@link HoldRequest}. */
    public static final int HOLD = 3;
    /** Owner to home: address of the new block, 0 when there is none, or a negative code, {@link WordReply}. */
    public static final int HOLD_REPLY = 4;
    /** Home to owner: the new block is published, retire the old one, {@link SettleRequest}. */
    public static final int SETTLE = 5;
    /** Owner to home: done, {@link WordReply}. */
    public static final int SETTLE_REPLY = 6;
    /**
     * Home to owner: the claim is committed, append its entries in place, {@link AppendRequest}; answered like
     * {@link #SETTLE}.
     */
    public static final int APPEND = 7;
    /** Home to owner: the claim is given up, {@link AbandonRequest}; answered like {@link #SETTLE}. */
    public static final int ABANDON = 8;

    /**
     * Coordinator to home: hold keys, or commit, {@link PrepareRequest}; answered by {@link #VOTE}: a lock epoch or
     * W, or a failure.
     */
    public static final int PREPARE = 10;
    /**
     * Coordinator to home: append the record, {@link DecisionRequest}; answered by {@link #VOTE}: 1, or a failure.
     */
    public static final int DECIDE = 11;
    /** Coordinator to home: publish, {@link DecisionRequest}; answered by {@link #VOTE} when it is done. */
    public static final int PUBLISH = 12;
    /**
     * Coordinator to home: give the keys back, {@link DecisionRequest}; answered by {@link #VOTE} when it is done.
     */
    public static final int ROLLBACK = 13;
    /** Home to coordinator: the answer to a message of a transaction, {@link VoteReply}. */
    public static final int VOTE = 14;
    /**
     * Home to home: does your log have the record of this transaction, whose coordinator was expelled?
     * {@link TestimonyRequest}.
     */
    public static final int INQUIRE = 15;
    /** Home to home: yes or no, {@link Testimony}. */
    public static final int TESTIMONY = 16;
    /**
     * Home to the coordinator's node: is this transaction still running? {@link DecisionRequest}; answered by
     * {@link #ROLLBACK} if it is unknown there.
     */
    public static final int STATUS = 17;
    /**
     * Coordinator to home: remove the record, or refuse it if it comes later, and hold the keys until
     * {@link #ROLLBACK}, {@link DecisionRequest}; answered by {@link #VOTE} when it is done.
     */
    public static final int TAKE_BACK = 18;

    /** Client to home: list your keys, {@link ScanRequest}. Changes nothing, so it may be repeated. */
    public static final int SCAN = 20;
    /** Home to client: some of the keys and the cursor for the next request, {@link ScanReply}. */
    public static final int SCAN_REPLY = 21;

    /** Taker to giver of a partition: {@link HandoverRequest}. May be repeated. */
    public static final int HANDOVER = 22;
    /** Giver to taker: {@link HandoverReply}. */
    public static final int HANDOVER_REPLY = 23;
    /** Node to node: make your share of a backup, {@link BackupRequest}. May be repeated. */
    public static final int BACKUP = 24;
    /** The state of that share, {@link BackupReply}. */
    public static final int BACKUP_REPLY = 25;

    /**
     * To the sender of a message whose type the receiver does not know: {@link WordReply#failed}, with client and
     * sequence of that message. Never answered, so that two nodes cannot refuse each other's refusals endlessly.
     */
    public static final int REFUSAL = 127;

    /** The result of {@link #replyTo} for a message that is a reply itself. */
    public static final int NONE = 0;

    private MessageType() {}

    /** The type of message that answers or refuses a message of a type. */
    public static int replyTo(int type) {
        return switch (type) {
            case HOLD -> HOLD_REPLY;
            case SETTLE, APPEND, ABANDON -> SETTLE_REPLY;
            case PREPARE, DECIDE, PUBLISH, TAKE_BACK, ROLLBACK -> VOTE;
            case INQUIRE -> TESTIMONY;
            case SCAN -> SCAN_REPLY;
            case HANDOVER -> HANDOVER_REPLY;
            case BACKUP -> BACKUP_REPLY;
            case HOLD_REPLY, SETTLE_REPLY, VOTE, TESTIMONY, STATUS, SCAN_REPLY, HANDOVER_REPLY, BACKUP_REPLY, REFUSAL ->
                NONE;
            default -> REFUSAL;
        };
    }
}
