package io.pragh.core.txn.home;

import io.pragh.core.address.RollWord;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.DecisionRecord;
import io.pragh.core.durable.LogFailedException;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.HomeLife;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.store.Partition;
import io.pragh.core.timestamp.Timestamps;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One or several homes of one node as a participant in one transaction: an entry of the lock table, made before the
 * first busy bit is set. Holds the keys one after the other, by home and in ascending order. Its monitor guards it
 * and its claims; only the participant drives them. Used by {@link TransactionHome}.
 */
/*
 * What a crash of the home leaves behind at each stage:
 *
 *   HOLDING, PREPARED    locks without a record: the substitute has another life and refuses the record; the
 *                        coordinator rolls back.
 *   TIMESTAMP            as PREPARED (one phase only: W is not known yet).
 *   LOGGING              as PREPARED or as LOGGED: the record is on its way.
 *   LOGGED               a record; the transaction is committed if all other homes have one.
 *   TAKEN_BACK           no record, and none will come; the keys are held until no remaining home has one.
 *   PUBLISHING, UNDOING  as decided (one phase: perhaps as LOGGING, and no reader could see it, PendingCommits.show).
 */
final class Participant implements ClaimHolder {
    enum Stage {
        HOLDING,
        TIMESTAMP,
        PREPARED,
        LOGGING,
        LOGGED,
        TAKEN_BACK,
        PUBLISHING,
        UNDOING,
        ENDED
    }

    private final TransactionHome home;
    private final HomeClaims claims;
    private final Partition partition;
    /** The homes for which it acts, including {@link #partition}. */
    private final List<Partition> homes;

    private final PrepareRequest request;
    private final ClaimOrder order;
    private final List<ClaimOperation> operations;
    /** Number of operations that are held and reported to the order. */
    private int held;

    private final long signature;
    private final RecordWait record;
    private int signed;
    private final long epoch;
    private final long deadlineNanos;
    private LongConsumer answer;
    /** The log's ticket for the record. */
    private long ticket;
    /** Whether the changes are published before the record is durable, so that the answer waits for it. */
    private boolean awaitsRecord;
    /** Receives the answer to DECIDE when the record is durable. */
    private LongConsumer whenLogged = word -> {};

    final long client;
    final long sequence;
    /** The coordinator's node. */
    final int coordinator;

    private Stage stage = Stage.HOLDING;
    private List<HomeLife> lives = List.of();
    private long timestamp;
    private long outcome;
    /** Number of the first operations that are over. */
    private int over;

    private String reason = "";

    /** Time of the last message from the coordinator. */
    long heardNanos;
    /** When the other homes were last asked, and whether there was a record; guarded by {@link WriterRecovery}. */
    long askedNanos;

    boolean askedWithRecord;
    boolean everAsked;

    Participant(
            TransactionHome home,
            List<Partition> homes,
            TransactionHome.Asker asker,
            PrepareRequest request,
            long nowNanos,
            LongConsumer answer) {
        this.home = home;
        this.claims = home.claims();
        this.partition = homes.get(0);
        this.homes = homes;
        this.request = request;
        this.client = asker.client();
        this.sequence = asker.sequence();
        this.coordinator = asker.node();
        this.answer = answer;
        this.order = new ClaimOrder(home, homes, request);
        this.operations = new ArrayList<>(request.claims().size());
        this.signature = RollWord.signed(client, sequence);
        this.epoch = partition.life();
        this.record = new RecordWait(home.context());
        this.heardNanos = nowNanos;
        this.deadlineNanos = nowNanos + request.waitNanos();
    }

    Stage stage() {
        return stage;
    }

    /** The home that names this participant. */
    int partition() {
        return partition.id();
    }

    /** Whether it acts for a home. */
    boolean actsFor(int home) {
        return homes.stream().anyMatch(each -> each.id() == home);
    }

    /** Message of the exception that an operation threw, when the answer is {@link VoteReply#FAILED}; else empty. */
    String reason() {
        return reason;
    }

    /** All homes of the transaction. */
    List<Integer> participants() {
        return request.participants();
    }

    /** The homes, with the lives under which all keys were locked; empty before there is a record. */
    synchronized List<HomeLife> lives() {
        return lives;
    }

    /** Begins to hold keys. */
    synchronized void begin() {
        order.makeRoom();
        holdKeys();
    }

    /** Holds further keys until a claim must wait. */
    private void holdKeys() {
        while (stage == Stage.HOLDING && (operations.isEmpty() || last().isHeld())) {
            if (held < operations.size()) {
                held++;
                order.held(last().hadValueHere());
            }
            Claim claim = order.next();
            if (claim == null) {
                allHeld();
                return;
            }
            operations.add(claims.begin(order.at(), claim, this));
            claims.drive(last());
        }
        if (stage == Stage.HOLDING && last().refusal() != 0) {
            refused(last());
        }
    }

    private ClaimOperation last() {
        return operations.get(operations.size() - 1);
    }

    private void refused(ClaimOperation operation) {
        OperationFailedException thrown = operation.failure();
        reason = thrown == null ? "" : String.valueOf(thrown.getMessage());
        undo(VoteReply.failure(operation.refusal(), order.indexOf(operation.claim())));
    }

    @Override
    public synchronized void goOn(ClaimOperation operation) {
        claims.drive(operation);
        holdKeys();
        end();
    }

    @Override
    public boolean waits() {
        return request.waits();
    }

    @Override
    public boolean isAlone() {
        return request.onePhase() && request.claims().size() == 1 && request.readKeys().length == 0;
    }

    private void allHeld() {
        if (!sign()) {
            undo(VoteReply.CONFLICT);
        } else if (request.onePhase()) {
            stage = Stage.TIMESTAMP;
            commit();
        } else {
            stage = Stage.PREPARED;
            answer.accept(epoch);
        }
    }

    /** Signs the rolls before W is taken: a transaction with a greater timestamp sees the result. */
    private boolean sign() {
        while (signed < order.rolls().size()) {
            Claim roll = order.rolls().get(signed);
            if (!order.homeOf(roll.key()).rolls().sign(roll, signature)) {
                return false;
            }
            signed++;
        }
        return true;
    }

    /** Replaces the signatures by W, or removes them when {@code commitTimestamp} is 0 (aborted). */
    private void signaturesAreOver(long commitTimestamp) {
        while (signed > 0) {
            long roll = order.rolls().get(--signed).key();
            order.homeOf(roll).rolls().over(roll, signature, commitTimestamp);
        }
    }

    /** Rules 6 to 10 in one phase; {@link #poll} repeats this while a needed node cannot be reached. */
    private void commit() {
        long next = record.timestamp(changesAnything());
        if (next == Timestamps.NONE) {
            return;
        }
        timestamp = next;
        try {
            validated(order.validates());
        } finally {
            if (stage == Stage.TIMESTAMP) {
                record.abandon(); // the next attempt takes another timestamp, and later commits wait for this one
            }
        }
    }

    /** {@code valid}: null when a partition is on its way to another node. */
    private void validated(@Nullable Boolean valid) {
        if (valid == null) {
            return;
        }
        if (!valid) {
            record.abandon();
            undo(VoteReply.CONFLICT);
            return;
        }
        if (record.isPending()) {
            operations.forEach(operation -> operation.showTimestamp(timestamp));
        }
        log(List.of(partition.id()));
    }

    /** Rule 8: appends the record. Answers 1 when it is durable, or {@link VoteReply#REFUSED}. */
    synchronized void decide(long underEpoch, long commitTimestamp, List<HomeLife> homes, LongConsumer whenDone) {
        if (stage == Stage.LOGGED || stage == Stage.PUBLISHING) {
            whenDone.accept(1);
        } else if (stage == Stage.PREPARED && underEpoch == epoch && partition.life() == epoch) {
            timestamp = commitTimestamp;
            home.seen(commitTimestamp);
            lives = homes;
            whenLogged = whenDone;
            log(request.participants());
        } else if (stage != Stage.LOGGING) {
            whenDone.accept(VoteReply.REFUSED);
        }
    }

    private void log(List<Integer> parts) {
        CommitLog log = home.log();
        if (!log.isKept() || request.onePhase() && !changesAnything()) {
            stage = Stage.LOGGING;
            logged();
            return;
        }
        byte[] bytes = logRecord(CommitRecord.COMMITTED, parts, changes()).encode();
        stage = Stage.LOGGING;
        try {
            ticket = log.append(bytes);
        } catch (LogFailedException failed) {
            return; // the node ends, and says why: the transaction is not answered
        }
        if (request.onePhase() && record.shows()) {
            awaitsRecord = true;
            outcome = timestamp;
            publish();
        }
        log.whenDurable(ticket, () -> home.durable(this));
    }

    private CommitRecord logRecord(int kind, List<Integer> parts, List<Claim> claims) {
        List<Integer> ids = homes.stream().map(Partition::id).toList();
        return new CommitRecord(
                kind, timestamp, parts, ids, claims, new CommitRecord.Writer(client, sequence, coordinator));
    }

    private boolean changesAnything() {
        return !order.rolls().isEmpty() || operations.stream().anyMatch(ClaimOperation::changes);
    }

    /** The claims for the log record: the changes and the signed rolls. */
    private List<Claim> changes() {
        List<Claim> changes = new ArrayList<>(operations.size() + order.rolls().size());
        for (ClaimOperation operation : operations) {
            if (operation.changes()) {
                changes.add(operation.claim());
            }
        }
        changes.addAll(order.rolls());
        return changes;
    }

    /** Continues after the record has become durable. */
    synchronized void logged() {
        if (awaitsRecord) {
            awaitsRecord = false;
            end();
        }
        if (stage != Stage.LOGGING) {
            return; // taken back meanwhile
        }
        stage = Stage.LOGGED;
        if (request.onePhase()) {
            outcome = timestamp;
            publish();
        } else {
            home.decisions().append(record(request.participants()));
            whenLogged.accept(1);
        }
    }

    /** Logs durably that the record does not count. False when the log fails: then its state is unknown. */
    private boolean takeRecordBack() {
        CommitLog log = home.log();
        if (log.isKept()) {
            try {
                log.await(log.append(logRecord(CommitRecord.TAKEN_BACK, request.participants(), List.of())
                        .encode()));
            } catch (LogFailedException failed) {
                return false;
            }
        }
        home.decisions().takeBack(partition.id(), client, sequence);
        return true;
    }

    private DecisionRecord record(List<Integer> participants) {
        return new DecisionRecord(partition.id(), client, sequence, timestamp, epoch, participants);
    }

    /** Rule 10: publishes the keys; answers when all are published. */
    synchronized void publish(LongConsumer whenDone) {
        answer = whenDone;
        if (stage == Stage.LOGGED) {
            outcome = 0;
            publish();
        } else if (stage == Stage.ENDED) {
            whenDone.accept(0);
        }
    }

    private void publish() {
        stage = Stage.PUBLISHING;
        record.publishes();
        signaturesAreOver(timestamp);
        for (ClaimOperation operation : operations) {
            if (operation.step() == ClaimOperation.Step.HELD) {
                operation.commit(timestamp);
            }
        }
        operations.forEach(claims::drive);
        end();
    }

    /**
     * Ensures that there is no record and never will be one. If all keys were held, they stay held. False when it is
     * too late.
     */
    synchronized boolean takeBack() {
        switch (stage) {
            case HOLDING, TIMESTAMP -> undo(VoteReply.REFUSED); // no home was asked to take a record
            case PREPARED -> stage = Stage.TAKEN_BACK;
            case LOGGING, LOGGED -> {
                if (request.onePhase() || !takeRecordBack()) {
                    return false; // only this home decides, and it has decided
                }
                stage = Stage.TAKEN_BACK;
            }
            case TAKEN_BACK, UNDOING, ENDED -> {}
            case PUBLISHING -> {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether there is a record, for another home of a transaction whose coordinator is fenced here. A "no" is final;
     * if the asker has no record, a record here that is not published yet is taken back.
     */
    synchronized boolean testifies(boolean askerHasRecord) {
        if (stage == Stage.LOGGING) {
            home.log().await(ticket);
            logged();
        }
        if (stage == Stage.PREPARED || stage == Stage.LOGGED && !askerHasRecord) {
            takeBack();
        }
        return stage == Stage.LOGGED
                || stage == Stage.PUBLISHING
                || stage == Stage.ENDED && home.decisions().find(partition.id(), client, sequence) != null;
    }

    /** Whether there is a record, once that is final; null before. */
    synchronized @Nullable Boolean settled() {
        return switch (stage) {
            case PUBLISHING -> Boolean.TRUE;
            case ENDED -> home.decisions().find(partition.id(), client, sequence) != null;
            case TAKEN_BACK, UNDOING -> Boolean.FALSE;
            case HOLDING, TIMESTAMP, PREPARED, LOGGING, LOGGED -> null;
        };
    }

    /** Whether the participant has ended. */
    synchronized boolean hasEnded() {
        return stage == Stage.ENDED;
    }

    /** Whether the transaction has other participants. */
    boolean hasOthers() {
        return !request.onePhase();
    }

    /** Rule 11: rolls back; answers when no key is held any more. */
    synchronized void rollback(LongConsumer whenDone) {
        answer = whenDone;
        switch (stage) {
            case HOLDING, TIMESTAMP, PREPARED -> undo(0);
            case LOGGING, LOGGED -> {
                if (!request.onePhase() && takeRecordBack()) {
                    undo(0);
                }
            }
            case TAKEN_BACK -> undo(0);
            case UNDOING -> outcome = 0;
            case PUBLISHING -> {}
            case ENDED -> whenDone.accept(0);
        }
    }

    private void undo(long result) {
        stage = Stage.UNDOING;
        outcome = result;
        signaturesAreOver(0);
        operations.forEach(ClaimOperation::abort);
        operations.forEach(claims::drive);
        end();
    }

    private void end() {
        while (over < operations.size() && operations.get(over).isOver()) {
            over++;
        }
        boolean decided = stage == Stage.PUBLISHING || stage == Stage.UNDOING;
        if (decided && over == operations.size() && !awaitsRecord) {
            stage = Stage.ENDED;
            LongConsumer waiting = answer;
            long answered = outcome;
            record.leave(() -> waiting.accept(answered));
            home.ended(this);
        }
    }

    /** Aborts a participant that has waited too long; retries a commit that got no timestamp. */
    synchronized void poll(long nowNanos) {
        boolean waiting = stage == Stage.HOLDING || stage == Stage.TIMESTAMP;
        if (waiting && nowNanos - deadlineNanos > 0) {
            int last = operations.isEmpty() ? 0 : order.indexOf(last().claim());
            undo(VoteReply.failure(ClaimOperation.BUSY, last));
        } else if (stage == Stage.TIMESTAMP) {
            commit();
        }
    }
}
