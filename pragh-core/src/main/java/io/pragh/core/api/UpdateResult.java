package io.pragh.core.api;

import io.pragh.core.base.PraghException;

/** How an update ended. */
public enum UpdateResult {
    /** The value has a new version. */
    APPLIED(0),
    /** The operation's precondition does not hold; nothing changed. */
    PRECONDITION_FAILED(1),
    /** The value has reached its size limit; nothing changed: put the rest elsewhere (a further chunk). */
    FULL(2),
    /** The node that held the value died; write the whole value to heal it. Nothing changed. */
    LOST(3),
    /** No memory is left where the value lies; nothing changed. */
    OUT_OF_MEMORY(4);

    private static final UpdateResult[] BY_CODE = values();

    private final int code;

    UpdateResult(int code) {
        this.code = code;
    }

    /** Number of the result in messages. */
    public int code() {
        return code;
    }

    /** The result with a number. */
    public static UpdateResult of(long code) {
        for (UpdateResult result : BY_CODE) {
            if (result.code == code) {
                return result;
            }
        }
        throw new PraghException("no update result has this code; do all nodes run one version? code=" + code);
    }
}
