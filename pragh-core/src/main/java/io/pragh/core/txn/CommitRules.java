package io.pragh.core.txn;

import io.pragh.core.base.Safeguard;
import io.pragh.core.base.Safeguards;
import java.util.List;

/**
 * The order of a commit's steps, which tests change to show what breaks. Immutable.
 *
 * @param order steps from the first; PUBLISH follows
 * @param validates whether what was read is validated at all
 * @param allLogsFirst whether nothing is published before all homes have the record
 */
record CommitRules(List<CommitOperation.Step> order, boolean validates, boolean allLogsFirst) {
    static CommitRules of(Safeguards guards) {
        List<CommitOperation.Step> order = List.of(
                CommitOperation.Step.PREPARE,
                CommitOperation.Step.TIMESTAMP,
                CommitOperation.Step.VALIDATE,
                CommitOperation.Step.DECIDE);
        if (!guards.has(Safeguard.TIMESTAMP_AFTER_LOCKS)) {
            order = List.of(
                    CommitOperation.Step.TIMESTAMP,
                    CommitOperation.Step.PREPARE,
                    CommitOperation.Step.VALIDATE,
                    CommitOperation.Step.DECIDE);
        } else if (!guards.has(Safeguard.VALIDATE_AFTER_TIMESTAMP)) {
            order = List.of(
                    CommitOperation.Step.PREPARE,
                    CommitOperation.Step.VALIDATE,
                    CommitOperation.Step.TIMESTAMP,
                    CommitOperation.Step.DECIDE);
        } else if (!guards.has(Safeguard.LOG_AFTER_VALIDATION)) {
            order = List.of(
                    CommitOperation.Step.PREPARE,
                    CommitOperation.Step.TIMESTAMP,
                    CommitOperation.Step.DECIDE,
                    CommitOperation.Step.VALIDATE);
        }
        return new CommitRules(
                order, guards.has(Safeguard.VALIDATE_READS), guards.has(Safeguard.PUBLISH_AFTER_ALL_LOGS));
    }
}
