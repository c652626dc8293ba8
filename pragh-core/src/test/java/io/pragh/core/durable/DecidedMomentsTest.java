package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Checks decided moments with random transactions of three nodes, which proceed between any two steps of a round. The
 * other nodes, and their logs, still know every transaction that a restored node would ask about; a transaction that
 * is reported as decided has ended. {@code -Dpragh.decided.seed=N} sets the first seed.
 */
class DecidedMomentsTest {
    private static final long SEED = Seeds.of("pragh.decided.seed");
    private static final int RUNS = 2_000;
    private static final int STEPS = 300;
    private static final int NODES = 3;
    private static final int STEPS_BETWEEN_MAX = 4;

    private enum Stage {
        AWAY,
        HOLDING,
        LOGGED,
        PUBLISHED,
        GIVEN_BACK
    }

    /** A transaction with a part at each of its homes. */
    private static final class Commit {
        final long number;
        final List<Integer> homes;
        final Stage[] stages = {Stage.AWAY, Stage.AWAY, Stage.AWAY};
        final long[] positions = new long[NODES];
        long timestamp;
        boolean abandoned;

        Commit(long number, List<Integer> homes) {
            this.number = number;
            this.homes = homes;
        }

        boolean hasEnded(int node) {
            return stages[node] == Stage.PUBLISHED || stages[node] == Stage.GIVEN_BACK;
        }

        boolean all(Stage... any) {
            return homes.stream().allMatch(home -> List.of(any).contains(stages[home]));
        }
    }

    /** The nodes and their transactions. */
    private static final class World {
        final SplittableRandom random;
        final List<Commit> commits = new ArrayList<>();
        final KeptDecisionLog[] decisions = new KeptDecisionLog[NODES];
        final DecidedMoments[] moments = new DecidedMoments[NODES];
        final long[] ends = new long[NODES];
        final long[] written = new long[NODES];
        final long[] told = new long[NODES];
        final long[] cuts = new long[NODES];
        long clock = 1;
        boolean quiet;

        World(SplittableRandom random) {
            this.random = random;
            for (int node = 0; node < NODES; node++) {
                int self = node;
                decisions[node] = new KeptDecisionLog(List.of(node));
                moments[node] = new DecidedMoments(
                        decisions[node],
                        0,
                        new DecidedMoments.Node(
                                () -> meanwhile(ends[self]),
                                () -> {
                                    workSome();
                                    return OptionalLong.of(meanwhile(clock));
                                },
                                () -> {
                                    List<Commit> open = commits.stream()
                                            .filter(c -> c.stages[self] != Stage.AWAY && !c.hasEnded(self))
                                            .toList();
                                    return () -> open.stream().allMatch(c -> c.hasEnded(self));
                                },
                                t -> {
                                    workSome();
                                    write(self, t);
                                },
                                t -> {
                                    workSome();
                                    told[self] = t;
                                }));
            }
        }

        /** Returns a value that was read before other steps happened, so that it may be outdated when it is used. */
        private long meanwhile(long read) {
            workSome();
            return read;
        }

        private void workSome() {
            for (int i = random.nextInt(STEPS_BETWEEN_MAX); i > 0 && !quiet; i--) {
                work();
            }
        }

        /** The node appends a decided moment to its log, where it finds it when it is killed and restored. */
        private void write(int node, long timestamp) {
            for (Commit commit : commits) {
                assertTrue(
                        !commit.homes.contains(node)
                                || commit.timestamp == 0
                                || commit.timestamp > timestamp
                                || commit.hasEnded(node),
                        () -> "commit " + commit.number + " has not ended");
            }
            written[node] = timestamp;
            ends[node]++;
        }

        /** Makes a random step: of a transaction, or of a node that hears of decided moments or cuts its log. */
        private void work() {
            int node = random.nextInt(NODES);
            switch (random.nextInt(8)) {
                case 0 -> begin();
                case 1 -> moments[node].hear(home -> told[home]);
                case 2 -> cuts[node] = Math.max(cuts[node], moments[node].cutAt(ends[node]));
                default -> {
                    List<Commit> open = commits.stream()
                            .filter(c -> !c.all(Stage.PUBLISHED, Stage.GIVEN_BACK))
                            .toList();
                    if (!open.isEmpty()) {
                        go(open.get(random.nextInt(open.size())), node);
                    }
                }
            }
            check();
        }

        private void begin() {
            int without = random.nextInt(NODES + 1);
            List<Integer> homes = new ArrayList<>(List.of(0, 1, 2));
            homes.remove((Integer) without);
            commits.add(new Commit(commits.size() + 1, homes));
        }

        private void go(Commit commit, int node) {
            if (!commit.homes.contains(node)) {
                return;
            }
            boolean logged = commit.stages[node] == Stage.LOGGED;
            if (commit.abandoned || random.nextInt(20) == 0 && !commit.all(Stage.LOGGED, Stage.PUBLISHED)) {
                commit.abandoned = true;
                if (logged) {
                    decisions[node].takeBack(node, commit.number, 0);
                    ends[node]++;
                }
                commit.stages[node] = Stage.GIVEN_BACK;
            } else if (commit.stages[node] == Stage.AWAY) {
                commit.stages[node] = Stage.HOLDING;
            } else if (commit.timestamp == 0 && commit.all(Stage.HOLDING)) {
                commit.timestamp = ++clock;
            } else if (commit.timestamp != 0 && commit.stages[node] == Stage.HOLDING) {
                commit.positions[node] = ends[node]++;
                decisions[node].append(new DecisionRecord(node, commit.number, 0, commit.timestamp, 0, commit.homes));
                commit.stages[node] = Stage.LOGGED;
            } else if (logged && commit.all(Stage.LOGGED, Stage.PUBLISHED)) {
                commit.stages[node] = Stage.PUBLISHED;
            }
        }

        /**
         * A node that is killed now and restored asks the others about all transactions after the decided moment in
         * its log.
         */
        private void check() {
            for (Commit commit : commits) {
                for (int asker : commit.homes) {
                    boolean asks = commit.all(Stage.LOGGED, Stage.PUBLISHED) && commit.timestamp > written[asker];
                    for (int asked : commit.homes) {
                        if (asks) {
                            String what = "commit " + commit.number + " at " + asked + " for " + asker;
                            assertNotNull(decisions[asked].find(asked, commit.number, 0), what);
                            assertTrue(commit.positions[asked] >= cuts[asked], what + " is cut off");
                        }
                    }
                }
            }
        }

        /** In the end no decision is kept any more. */
        private void comeToRest() {
            quiet = true;
            for (Commit commit : commits) {
                for (int i = 0; i < 20 && !commit.all(Stage.PUBLISHED, Stage.GIVEN_BACK); i++) {
                    commit.homes.forEach(node -> go(commit, node));
                }
            }
            for (int i = 0; i < 6; i++) {
                for (int node = 0; node < NODES; node++) {
                    moments[node].look();
                    moments[node].hear(home -> told[home]);
                    check();
                }
            }
            for (int node = 0; node < NODES; node++) {
                assertEquals(0, decisions[node].size(), "decisions are kept for ever");
                assertEquals(ends[node], moments[node].cutAt(ends[node]));
            }
        }
    }

    @Test
    void whatMayBeAskedIsKnown() {
        for (long run = 0; run < RUNS; run++) {
            String repeat = "repeat with -Dpragh.decided.seed=" + (SEED + run);
            World world = new World(new SplittableRandom(SEED + run));
            try {
                for (int step = 0; step < STEPS; step++) {
                    if (world.random.nextInt(4) == 0) {
                        world.moments[world.random.nextInt(NODES)].look();
                    } else {
                        world.work();
                    }
                }
                world.comeToRest();
            } catch (AssertionError | RuntimeException failed) {
                throw new AssertionError(repeat + ": " + failed.getMessage(), failed);
            }
        }
    }
}
