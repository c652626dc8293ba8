package io.pragh.core.txn;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.LostValueException;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.UnavailableException;
import io.pragh.core.protocol.VoteReply;
import org.jspecify.annotations.Nullable;

/** Translates the vote codes of a failed commit into the exceptions and results that callers get. Stateless. */
final class CommitFailure {
    private CommitFailure() {}

    /** The exception for a transaction that has failed. */
    static PraghException ofTransaction(CommitOperation operation) {
        long code = operation.failure();
        if (code == 0 || code == VoteReply.CONFLICT || code == VoteReply.BUSY || code == VoteReply.REFUSED) {
            String why = code == VoteReply.BUSY
                    ? "another transaction held a key for too long"
                    : code == VoteReply.CONFLICT
                            ? "another transaction has changed what was read"
                            : "a key's home takes no updates now: it is out of reach, or has lost touch with the cluster";
            return new ConflictException(why + "; nothing happened, run it again");
        }
        long key = operation.failedKey();
        UpdateResult result = resultOf(code);
        if (result == null) {
            return new OperationFailedException(operation.reason(), null);
        }
        return new UpdateRefusedException(
                "an update could not be applied, and nothing of its transaction happened: key=" + GraphKey.show(key)
                        + " result=" + result
                        + (result == UpdateResult.LOST ? " (lost with a node; " + LostValueException.REMEDY + ")" : ""),
                key,
                result);
    }

    /** The result of an update on its own that has failed. Throws an exception for failures without a result. */
    static UpdateResult ofUpdate(CommitOperation operation) {
        long code = operation.failure();
        UpdateResult result = resultOf(code);
        if (result != null) {
            return result;
        }
        if (code == VoteReply.CONFLICT) { // the operation finds that it belongs to another key
            return UpdateResult.PRECONDITION_FAILED;
        }
        if (code == VoteReply.FAILED) {
            throw new OperationFailedException(operation.reason(), null);
        }
        String why = code == VoteReply.BUSY
                ? "another transaction held the key for too long"
                : "the key's home takes no updates now: it is out of reach, or has lost touch with the cluster";
        throw new UnavailableException(
                why + "; nothing happened, try again: key=" + GraphKey.show(operation.failedKey()));
    }

    /** The exception for a commit whose outcome is unknown or still open. */
    static PraghException unanswered(CommitOperation operation) {
        return new PraghException(
                "the homes of a transaction did not answer in time; it may have happened or not: key="
                        + GraphKey.show(operation.failedKey()),
                null,
                true);
    }

    /** The result for a code that concerns a value, or null. */
    private static @Nullable UpdateResult resultOf(long code) {
        if (code == VoteReply.PRECONDITION_FAILED) {
            return UpdateResult.PRECONDITION_FAILED;
        }
        if (code == VoteReply.FULL) {
            return UpdateResult.FULL;
        }
        if (code == VoteReply.LOST) {
            return UpdateResult.LOST;
        }
        return code == VoteReply.OUT_OF_MEMORY ? UpdateResult.OUT_OF_MEMORY : null;
    }
}
