package io.pragh.explore;

import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.txn.SteppedCommit;
import java.util.List;

/**
 * The messages of a {@link CommitStage}: any message under way may arrive next, and the plan says whether one may be
 * lost, or arrive twice. One thread.
 */
// Three reductions make the states fewer, and leave no order out. Messages that have no effect whenever they arrive
// are dropped at once. A vote is processed when it arrives: before that, no other actor could observe whether it has
// arrived; where a coordinator may stop listening to a home, arrival is a separate step. Of two transactions that
// differ only in their numbers, the lower number arrives at a's home first.
final class CommitMail {
    private static final int KINDS = 3;
    private static final int ARRIVES = 0;
    private static final int IS_LOST = 1;
    private static final int COMES_TWICE = 2;

    private final CommitPlan plan;
    private final List<SteppedCommit> commits;
    private CommitWorld world;
    private int losses;
    private int repeats;
    /** Whether a transaction has arrived at a's home. */
    private boolean begun;

    /** The messages of a world with these commits. */
    CommitMail(CommitPlan plan, CommitWorld world, List<SteppedCommit> commits) {
        this.plan = plan;
        this.world = world;
        this.commits = commits;
    }

    /** Starts again in a world without messages. */
    void reset(CommitWorld fresh) {
        world = fresh;
        losses = 0;
        repeats = 0;
        begun = false;
    }

    boolean hasLost() {
        return losses > 0;
    }

    boolean isEmpty() {
        return world.network.inFlight.isEmpty();
    }

    int size() {
        return world.network.inFlight.size();
    }

    /** Adds the possible steps of messages, numbered from {@code first}. */
    void addChoices(List<Integer> all, int first) {
        for (int m = 0; m < size(); m++) {
            Message message = world.network.inFlight.get(m);
            int at = first + KINDS * m;
            if (mayArrive(message)) {
                all.add(at + ARRIVES);
            }
            if (mayBeLost(message)) {
                all.add(at + IS_LOST);
            }
            if (repeats < plan.repeats()) {
                all.add(at + COMES_TWICE);
            }
        }
    }

    private boolean mayArrive(Message message) {
        boolean begins = message.type() == MessageType.PREPARE && message.to() == 0;
        return !plan.isSymmetric() || begun || !begins || commitOf(message) == commits.get(0);
    }

    private boolean mayBeLost(Message message) {
        return losses == 0
                && switch (plan.loss()) {
                    case NONE -> false;
                    case ANY -> true;
                    case OWNERS -> message.from() != CommitWorld.COORDINATOR && message.to() != CommitWorld.COORDINATOR;
                    case GIVING_UP -> isOfGivingUp(message);
                };
    }

    private static boolean isOfGivingUp(Message message) {
        int type = message.type() == MessageType.VOTE
                ? VoteReply.decode(message.payload()).type()
                : message.type();
        return type == MessageType.TAKE_BACK || type == MessageType.ROLLBACK;
    }

    void act(int choice) {
        int index = choice / KINDS;
        switch (choice % KINDS) {
            case ARRIVES -> deliver(index);
            case IS_LOST -> {
                losses++;
                world.network.inFlight.remove(index);
            }
            default -> {
                repeats++;
                Message again = world.network.inFlight.get(index);
                deliver(index);
                world.network.send(again);
            }
        }
    }

    private void deliver(int index) {
        Message message = world.network.inFlight.get(index);
        begun |= message.type() == MessageType.PREPARE && message.to() == 0;
        world.network.deliver(index);
        if (message.type() == MessageType.VOTE && plan.death() == CommitPlan.Death.NONE) {
            commitOf(message).advance();
        }
    }

    /**
     * Drops messages that have no effect: the receiver does not listen, the vote is on a former step, or no actor
     * waits for the testimony.
     */
    void tidy() {
        world.network.forgetUnheard();
        world.network.inFlight.removeIf(message -> switch (message.type()) {
            case MessageType.VOTE -> !commitOf(message).awaits(VoteReply.decode(message.payload()));
            case MessageType.TESTIMONY -> world.transactionHomes[message.to()].size() == 0;
            default -> false;
        });
    }

    private SteppedCommit commitOf(Message message) {
        for (SteppedCommit commit : commits) {
            if (commit.isNamed(message.client(), message.sequence())) {
                return commit;
            }
        }
        throw new AssertionError("a message is of a commit: client=" + message.client());
    }

    /** Adds the messages as a set, since any of them may arrive next. */
    void addTo(Fingerprint into) {
        into.add(losses | repeats << 4 | (begun ? 1 << 8 : 0));
        Fingerprint one = new Fingerprint();
        long high = 0;
        long low = 0;
        for (Message message : world.network.inFlight) {
            one.reset();
            new ObjectPrint(one, 16).add(message);
            high += one.high();
            low += one.low();
        }
        into.add(high);
        into.add(low);
    }

    String describe(int choice) {
        Message message = world.network.inFlight.get(choice / KINDS);
        String how = switch (choice % KINDS) {
            case ARRIVES -> "arrives";
            case IS_LOST -> "is lost";
            default -> "arrives, and will again";
        };
        return nameOf(message) + " from " + message.from() + " to " + message.to() + " " + how;
    }

    private static String nameOf(Message message) {
        return switch (message.type()) {
            case MessageType.HOLD -> "HOLD";
            case MessageType.HOLD_REPLY -> "the answer to HOLD";
            case MessageType.SETTLE -> "SETTLE";
            case MessageType.SETTLE_REPLY -> "the answer to SETTLE";
            case MessageType.VOTE ->
                "a vote on " + VoteReply.decode(message.payload()).type();
            default -> "message " + message.type();
        };
    }
}
