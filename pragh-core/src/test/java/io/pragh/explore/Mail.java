package io.pragh.explore;

import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.WordReply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The messages under way: each arrives as a step of its own, in any order, and some may be lost; unanswered requests
 * are repeated. One thread.
 */
final class Mail implements Actor {
    private static final int LOSE = Actor.CHOICES_MAX / 2;
    private static final int SEND_AGAIN = Actor.CHOICES_MAX - 1;
    private static final int MESSAGES_MAX = LOSE - 1;
    private static final int QUESTIONS_MAX = 4;
    private static final long RESEND_NANOS = 100_000_000L;

    private final Scenario scenario;
    private final List<Message> inFlight;
    private final int faultsMax;
    private final Map<?, ?> asked;
    private final Collection<?> parked;
    private final Map<?, ?> waiting;
    private final Lens owners;
    private final List<Map<?, ?>> memories = new ArrayList<>();
    private int losses;
    private int repeats;

    Mail(Scenario scenario, int home, int faultsMax) {
        this.scenario = scenario;
        this.inFlight = scenario.world.network.inFlight;
        this.faultsMax = faultsMax;
        Object claims = Lens.peek(scenario.world.nodes[home].transactions, "claims");
        this.asked = (Map<?, ?>) Lens.peek(Lens.peek(claims, "elsewhere"), "asked");
        this.parked = (Collection<?>) Lens.peek(Lens.peek(claims, "parked"), "queue");
        this.waiting = (Map<?, ?>) Lens.peek(Lens.peek(Lens.peek(claims, "setting"), "queues"), "waiting");
        this.owners = new Lens(Lens.peek(claims, "elsewhere"));
        for (WorldNode node : scenario.world.nodes) {
            memories.add((Map<?, ?>) Lens.peek(Lens.peek(node.store, "holds"), "clients"));
        }
    }

    @Override
    public int choices() {
        if (inFlight.size() > MESSAGES_MAX) {
            throw new AssertionError("too many messages are under way: " + inFlight.size());
        }
        int each = (1 << inFlight.size()) - 1;
        return each | (losses < faultsMax ? each << LOSE : 0) | (maySendAgain() ? 1 << SEND_AGAIN : 0);
    }

    private boolean maySendAgain() {
        return !asked.isEmpty() && (repeats < faultsMax || inFlight.isEmpty() && mayBeLost());
    }

    private boolean mayBeLost() {
        return faultsMax > 0 || scenario.isGone(Crash.VICTIM);
    }

    @Override
    public void act(int choice) {
        if (choice == SEND_AGAIN) {
            repeats = Math.min(repeats + 1, faultsMax);
            long before = scenario.world.clock.nanos() - RESEND_NANOS;
            asked.values().forEach(question -> new Lens(question).set("sentNanos", before));
            scenario.world.nodes[0].transactions.poll();
        } else if (choice >= LOSE) {
            losses++;
            inFlight.remove(choice - LOSE);
        } else {
            scenario.world.network.deliver(choice);
        }
        forgetWaiters();
        settle();
    }

    /** Clears the queues of waiting updates: the actors of updates try again in every order. */
    void forgetWaiters() {
        parked.clear();
        waiting.clear();
    }

    /** Drops all messages from and to a node, when it has died. */
    void drop(int node) {
        inFlight.removeIf(m -> m.from() == node || m.to() == node);
        settle();
    }

    private void settle() {
        if (done()) {
            forget();
        }
    }

    /** Resets the counters and memories, since later messages are independent of the finished requests. */
    private void forget() {
        owners.reset();
        memories.forEach(Map::clear);
    }

    /** Whether another request may be sent while old messages are under way. */
    boolean mayAsk() {
        return !mayBeLost() || owners.word("lastSequence") < QUESTIONS_MAX;
    }

    @Override
    public boolean done() {
        return inFlight.isEmpty() && asked.isEmpty();
    }

    @Override
    public void reset() {
        losses = 0;
        repeats = 0;
        inFlight.clear();
        asked.clear();
        forgetWaiters();
        forget();
    }

    @Override
    public void addTo(Fingerprint fingerprint) {
        long sum = 0;
        for (Message message : inFlight) {
            boolean reply = message.type() == MessageType.HOLD_REPLY || message.type() == MessageType.SETTLE_REPLY;
            long word = (long) message.to() << 16 | (long) message.type() << 8 | updateOf(message.sequence());
            word = word * 0x9E3779B97F4A7C15L ^ (reply ? WordReply.decode(message.payload()) : 0);
            word += !mayBeLost()
                    ? 0
                    : message.sequence() << 32 | message.payload().hashCode();
            sum += (word ^ word >>> 31) * 0xC2B2AE3D27D4EB4FL;
        }
        fingerprint.add(sum);
        if (mayBeLost()) {
            addMemories(fingerprint);
        }
    }

    /** Adds the requests that the nodes remember, which matter only where a message may arrive more than once. */
    private void addMemories(Fingerprint fingerprint) {
        fingerprint.add(losses << 8 | repeats);
        owners.addTo(fingerprint);
        asked.keySet().forEach(sequence -> fingerprint.add((Long) sequence));
        for (Map<?, ?> memory : memories) {
            for (Object client : memory.values()) {
                new Lens(client).addTo(fingerprint);
                ((Map<?, ?>) Lens.peek(client, "results")).forEach((sequence, result) -> {
                    fingerprint.add((Long) sequence);
                    fingerprint.add((Long) result);
                });
            }
        }
    }

    private int updateOf(long sequence) {
        Object question = asked.get(sequence);
        return question == null ? 0 : scenario.digitOf(Lens.peek(question, "operation"));
    }

    @Override
    public String describe(int choice) {
        if (choice == SEND_AGAIN) {
            return "unanswered messages are sent again";
        }
        Message message = inFlight.get(choice % LOSE);
        return (choice >= LOSE ? "lost: " : "arrives: ") + name(message.type()) + " of update "
                + updateOf(message.sequence()) + " at " + message.to();
    }

    private static String name(int type) {
        return switch (type) {
            case MessageType.HOLD -> "HOLD";
            case MessageType.HOLD_REPLY -> "HOLD_REPLY";
            case MessageType.SETTLE -> "SETTLE";
            case MessageType.SETTLE_REPLY -> "SETTLE_REPLY";
            default -> "message " + type;
        };
    }
}
