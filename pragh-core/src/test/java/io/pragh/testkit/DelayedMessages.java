package io.pragh.testkit;

import io.pragh.core.fabric.Message;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Messages that have arrived at a node but are delayed or reordered as a plan says. Any thread. */
final class DelayedMessages {
    private final FaultPlan.Messages plan;
    private final SplittableRandom random;
    private final List<Held> held = new ArrayList<>();
    private final Set<Integer> refused = new HashSet<>();
    private long round;

    private record Held(Message message, long dueRound) {}

    DelayedMessages(FaultPlan.Messages plan, SplittableRandom random) {
        this.plan = plan;
        this.random = random;
    }

    synchronized void add(Message message) {
        boolean late = random.nextDouble() < plan.delay();
        long dueRound = late ? round + random.nextInt(1, plan.delayDeliveriesMax() + 1) : round;
        boolean overtakes = random.nextDouble() < plan.reorder();
        held.add(overtakes ? random.nextInt(held.size() + 1) : held.size(), new Held(message, dueRound));
    }

    /** Drops all messages of a sender, for ever. */
    synchronized void refuse(int sender) {
        refused.add(sender);
    }

    /** Advances all delayed messages by one delivery. */
    synchronized void nextRound() {
        round++;
    }

    synchronized @Nullable Message take() {
        held.removeIf(waiting -> refused.contains(waiting.message.from()));
        for (int i = 0; i < held.size(); i++) {
            if (held.get(i).dueRound <= round) {
                return held.remove(i).message;
            }
        }
        return null;
    }
}
