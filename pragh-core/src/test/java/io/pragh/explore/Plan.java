package io.pragh.explore;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The concurrent events in an explored world with one key, whose home and first owner is node 0. Immutable.
 *
 * @param readers nodes that read the key, each {@code reads} times
 * @param reads how often
 * @param updates how many updates run at the home
 * @param moves nodes that pull the value
 * @param ticks how often a lease's time passes, or half of it; memory is reclaimed only where time passes
 * @param messageFaults messages that are lost at most, and times at which unanswered ones are sent again
 * @param lostOperations one-sided operations of migrations that are lost at most
 * @param twists additional difficulties
 */
record Plan(
        List<Integer> readers,
        int reads,
        int updates,
        List<Integer> moves,
        int ticks,
        int messageFaults,
        int lostOperations,
        Set<Twist> twists) {

    /** An additional difficulty of a plan. */
    enum Twist {
        /** Time passes by halves of a lease. */
        HALVES,
        /** READs of values are torn between header and body. */
        TORN,
        /** The result of an operation is processed later, in a step of its own. */
        SLOW,
        /** The key has no value at first. */
        ABSENT,
        /** Readers have cached the key's first address. */
        WARM,
        /** Readers look into their own node's memory in place. */
        IN_PLACE,
        /** Node 1 dies at some time. */
        CRASH,
        /** Node 1 is taken for dead at some time, and lives on. */
        EXPELLED,
        /** Survivors mark lost keys as soon as all of them have learned of the loss. */
        AGREED,
        /** Updates are appended in place where there is room. */
        APPENDED,
        /** An update writes the whole value anew, whatever it is. */
        REWRITTEN
    }

    static final Plan EMPTY = new Plan(List.of(), 0, 0, List.of(), 0, 0, 0, EnumSet.noneOf(Twist.class));

    Plan reads(int times, Integer... nodes) {
        return new Plan(List.of(nodes), times, updates, moves, ticks, messageFaults, lostOperations, twists);
    }

    Plan updates(int count) {
        return new Plan(readers, reads, count, moves, ticks, messageFaults, lostOperations, twists);
    }

    Plan moves(Integer... nodes) {
        return new Plan(readers, reads, updates, List.of(nodes), ticks, messageFaults, lostOperations, twists);
    }

    Plan ticks(int count) {
        return new Plan(readers, reads, updates, moves, count, messageFaults, lostOperations, twists);
    }

    Plan messageFaults(int count) {
        return new Plan(readers, reads, updates, moves, ticks, count, lostOperations, twists);
    }

    Plan lostOperations(int count) {
        return new Plan(readers, reads, updates, moves, ticks, messageFaults, count, twists);
    }

    Plan with(Twist twist) {
        Set<Twist> more = EnumSet.copyOf(twists);
        more.add(twist);
        return new Plan(readers, reads, updates, moves, ticks, messageFaults, lostOperations, more);
    }

    boolean has(Twist twist) {
        return twists.contains(twist);
    }

    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        readers.forEach(node -> parts.add(reads + " reads at " + node));
        add(parts, updates, "updates");
        moves.forEach(node -> parts.add("migration to " + node));
        add(parts, ticks, "ticks");
        add(parts, messageFaults, "message faults");
        add(parts, lostOperations, "lost operations");
        twists.forEach(twist -> parts.add(twist.name()));
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, int count, String what) {
        if (count > 0) {
            parts.add(count + " " + what);
        }
    }
}
