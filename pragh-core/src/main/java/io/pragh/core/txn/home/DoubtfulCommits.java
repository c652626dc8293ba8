package io.pragh.core.txn.home;

import io.pragh.core.base.Waiting;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.Testimony;
import io.pragh.core.protocol.TestimonyRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Resolves transactions of several parts whose outcome this node's log does not tell, by asking the nodes of the
 * other parts whether their logs have the records (rule 13). Used when a node is restored. One thread, except
 * {@link #testified}.
 */
// A node answers when its own part is final: with the record that it has published, or will publish because all homes
// have one; or with none. So the answer depends neither on the asker nor on the time. A node that is being restored
// answers from its log: of two nodes that wait for each other, either both have their parts or one has none.
public final class DoubtfulCommits {
    private static final long RESEND_NANOS = 100_000_000L;
    private static final long TELL_NANOS = 5_000_000_000L;
    private static final int LOOKS_MAX = 10_000;
    private static final long REST_NANOS = 2_000_000;
    /** Coordinator of a transaction that never existed: the number of no node. */
    private static final int NO_COORDINATOR = -1;

    private final TransactionHome home;
    private final TransactionHome.Context context;
    private final Map<Name, Question> questions = new HashMap<>();

    private record Name(long client, long sequence) {}

    /** The question about one transaction. */
    private static final class Question {
        final CommitRecord record;
        final Set<Integer> open;
        boolean back;

        Question(CommitRecord record, Set<Integer> open) {
            this.record = record;
            this.open = open;
        }

        /** Whether the question only waits for a view, at a member that is gone: then it counts as answered. */
        boolean isVoid(ClusterView view) {
            return record.writer().coordinator() == NO_COORDINATOR
                    && !view.has((int) record.writer().sequence());
        }
    }

    DoubtfulCommits(TransactionHome home, TransactionHome.Context context) {
        this.home = home;
        this.context = context;
    }

    /**
     * Returns the W of the transactions that are not committed. Waits until all outcomes are known, and so for nodes
     * that are away.
     *
     * @param doubtful one record of each transaction; the nodes of parts that are not this node's are asked
     * @param kept the homes of this node
     * @param waiting receives from time to time the partitions that are waited for
     * @param check throws when waiting has become pointless
     */
    public Set<Long> resolve(List<CommitRecord> doubtful, Set<Integer> kept, Consumer<String> waiting, Runnable check) {
        synchronized (this) {
            for (CommitRecord record : doubtful) {
                Set<Integer> others = new HashSet<>(record.parts());
                others.removeAll(kept);
                Name name = new Name(record.writer().client(), record.writer().sequence());
                questions.put(name, new Question(record, others));
            }
        }
        try {
            await(waiting, check);
            return verdicts();
        } finally {
            forget();
        }
    }

    private synchronized void forget() {
        questions.clear();
    }

    private void await(Consumer<String> waiting, Runnable check) {
        long toldNanos = context.nanos().nanos();
        long askedNanos = toldNanos - RESEND_NANOS;
        for (int tries = 0; !isOver(); tries++) {
            check.run();
            long now = context.nanos().nanos();
            if (now - askedNanos >= RESEND_NANOS) {
                askedNanos = now;
                ask();
            }
            if (now - toldNanos >= TELL_NANOS) {
                toldNanos = now;
                waiting.accept(openPartitions().toString());
            }
            home.poll();
            pause(tries);
        }
    }

    private static void pause(int tries) {
        if (tries < LOOKS_MAX) {
            Waiting.afterLooks(tries);
        } else {
            LockSupport.parkNanos(REST_NANOS); // a node is away, perhaps for long
        }
    }

    /**
     * Returns when every other node that serves a partition has put a view of this epoch, or a later one, into force.
     * Then nodes outside that view are fenced everywhere, and no older snapshot is open.
     */
    public void awaitView(long epoch, Runnable check) {
        ClusterView view = context.view().get();
        List<CommitRecord> barrier = new ArrayList<>();
        for (ClusterView.Member member : view.members()) {
            int[] served = view.partitionsOf(member.node());
            if (member.node() != context.fabric().self() && served.length > 0) {
                CommitRecord.Writer nobody = new CommitRecord.Writer(0, member.node(), NO_COORDINATOR);
                List<Integer> asked = List.of(served[0]);
                barrier.add(new CommitRecord(CommitRecord.COMMITTED, epoch, asked, asked, List.of(), nobody));
            }
        }
        // no node has a record of a transaction that never existed; but to say so, a node must have reached that view
        resolve(barrier, Set.of(), waiting -> {}, check);
    }

    /**
     * Returns when the node that serves a partition in the view of an epoch, or a later one, serves it indeed.
     *
     * @param check is called again and again, and may throw to give up
     */
    public void awaitService(int partition, long epoch, Runnable check) {
        CommitRecord.Writer nobody = new CommitRecord.Writer(0, -1L - partition, NO_COORDINATOR);
        List<Integer> asked = List.of(partition);
        CommitRecord question = new CommitRecord(CommitRecord.COMMITTED, epoch, asked, asked, List.of(), nobody);
        resolve(List.of(question), Set.of(), waiting -> {}, check);
    }

    private synchronized boolean isOver() {
        return questions.values().stream().allMatch(question -> question.back || question.open.isEmpty());
    }

    private synchronized Set<Integer> openPartitions() {
        Set<Integer> open = new TreeSet<>();
        questions.values().stream().filter(q -> !q.back).forEach(q -> open.addAll(q.open));
        return open;
    }

    private synchronized Set<Long> verdicts() {
        Set<Long> back = new HashSet<>();
        questions.values().stream().filter(q -> q.back).forEach(q -> back.add(q.record.timestamp()));
        return back;
    }

    private void ask() {
        List<Message> due = new ArrayList<>();
        ClusterView view = context.view().get();
        synchronized (this) {
            for (Question question : questions.values()) {
                if (question.isVoid(view)) {
                    question.open.clear();
                }
                for (int partition : question.back ? Set.<Integer>of() : question.open) {
                    int keeper = view.keeperOf(partition);
                    if (keeper != ClusterView.NOBODY) {
                        CommitRecord.Writer writer = question.record.writer();
                        TestimonyRequest asked =
                                new TestimonyRequest(partition, writer.coordinator(), view.epoch(), true);
                        due.add(new Message(
                                context.fabric().self(),
                                keeper,
                                MessageType.INQUIRE,
                                writer.client(),
                                writer.sequence(),
                                asked.encode()));
                    }
                }
            }
        }
        due.forEach(context.outbox());
    }

    /** Handles a home's testimony. */
    synchronized void testified(Message message) {
        Question question = questions.get(new Name(message.client(), message.sequence()));
        if (question != null && context.view().get().has(message.from())) {
            Testimony said = Testimony.decode(message.payload());
            question.back |= !said.recorded();
            question.open.remove(said.partition());
        }
    }
}
