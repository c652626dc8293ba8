package io.pragh.explore;

import io.pragh.core.txn.SteppedCommit;
import io.pragh.explore.CommitPlan.Reader;
import io.pragh.testkit.MemoryAudit;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether what the clients and the snapshot of a {@link CommitStage} were told can be true. Both keys begin as
 * 1, and commit {@code c} writes {@code c + 2}. One thread.
 */
final class CommitOracle {
    static final long FIRST = 1;
    private static final int KEYS = 2;

    private final CommitPlan plan;
    private final Boolean[] told = new Boolean[KEYS];
    private final long[] seen = new long[KEYS];
    /** The number of keys that the snapshot has read. */
    private int reads;
    /** Commits that were reported before the snapshot was taken, as bits. */
    private int known;

    /** Commits that took effect, as bits. */
    private int committed;

    private @Nullable String wrong;

    CommitOracle(CommitPlan plan) {
        this.plan = plan;
    }

    void reset() {
        Arrays.fill(told, null);
        Arrays.fill(seen, 0);
        reads = isReading() ? 0 : KEYS;
        known = 0;
        committed = 0;
        wrong = null;
    }

    private boolean isReading() {
        return plan.reader() == Reader.A_FIRST || plan.reader() == Reader.B_FIRST;
    }

    /** The first violation so far, or null. */
    @Nullable
    String violation() {
        return wrong;
    }

    void report(String finding) {
        wrong = wrong == null ? finding : wrong;
    }

    void reportIf(@Nullable String finding) {
        if (finding != null) {
            report(finding);
        }
    }

    static long number(int commit) {
        return commit + 2L;
    }

    /** Records the outcomes that clients have been told by now. */
    void listen(List<SteppedCommit> commits) {
        for (int c = 0; c < commits.size(); c++) {
            SteppedCommit commit = commits.get(c);
            if (told[c] == null && commit.decided() && !commit.outcome().equals("UNKNOWN")) {
                told[c] = commit.committed();
            }
        }
    }

    void snapshotTaken() {
        for (int c = 0; c < KEYS; c++) {
            known += Boolean.TRUE.equals(told[c]) ? 1 << c : 0;
        }
    }

    boolean isRead() {
        return reads == KEYS;
    }

    /** The key that the snapshot reads next: 0 is a. */
    int nextToRead() {
        return plan.reader() == Reader.B_FIRST ? 1 - reads : reads;
    }

    void saw(int key, long number) {
        seen[key] = number;
        reads++;
        if (isRead()) {
            judgeSnapshot();
        }
    }

    private boolean isSkew() {
        return plan.work() == CommitPlan.Work.SKEW;
    }

    /**
     * If each of two transactions reads what the other writes, one commits; else both keys have the value of one
     * commit, unless b is lost.
     */
    private boolean isWhole(long a, long b) {
        return isLost(b) || (isSkew() ? a == FIRST || b == FIRST : a == b);
    }

    private boolean isLost(long b) {
        return plan.death() != CommitPlan.Death.NONE && b == CommitWorld.ABSENT;
    }

    private void judgeSnapshot() {
        if (!isWhole(seen[0], seen[1])) {
            report("one snapshot sees a=" + seen[0] + " and b=" + seen[1]);
        }
        if (!isSkew() && known != 0 && seen[0] == FIRST) {
            report("a snapshot does not see a commit that was acknowledged before it");
        }
        for (int c = 0; c < KEYS; c++) {
            if (Boolean.FALSE.equals(told[c]) && (seen[0] == number(c) || seen[1] == number(c))) {
                report("a snapshot sees a commit that was aborted");
            }
        }
    }

    /** Judges the final state, when no step is left. */
    void judge(CommitWorld world) {
        long now = world.word.read();
        long a = world.read(world.a, now);
        long b = world.read(world.b, now);
        if (!isWhole(a, b)) {
            report("in the end a=" + a + " and b=" + b);
        }
        boolean acknowledged = false;
        for (int c = 0; c < KEYS; c++) {
            boolean shown = a == number(c) || b == number(c);
            acknowledged |= Boolean.TRUE.equals(told[c]);
            committed |= Boolean.TRUE.equals(told[c]) || told[c] == null && shown ? 1 << c : 0;
            if (Boolean.FALSE.equals(told[c]) && shown) {
                report("a commit that was aborted is shown in the end");
            }
            if (isSkew() && Boolean.TRUE.equals(told[c]) && !shown && !isLost(b)) {
                report("an acknowledged commit is not there in the end");
            }
        }
        if (!isSkew() && acknowledged && a == FIRST) {
            report("no acknowledged commit is there in the end");
        }
        world.rest();
        List<String> findings = MemoryAudit.of(List.of(world.partitions));
        if (!findings.isEmpty()) {
            report(findings.toString());
        }
    }

    /** Commits that took effect, as bits; known once no step is left and {@link #judge} was called. */
    int committed() {
        return committed;
    }

    void addTo(Fingerprint into) {
        into.add(reads | known << 4);
        for (int i = 0; i < KEYS; i++) {
            into.add(seen[i]);
            into.add(told[i] == null ? 0 : told[i] ? 1 : 2);
        }
    }
}
