package io.pragh.tinkerpop.processes;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.LostValueException;
import io.pragh.core.api.NodeClosedException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.NodeStatistics.Standing;
import io.pragh.core.memory.Region;
import io.pragh.core.node.ClusterNode;
import io.pragh.core.node.NodeSession;
import io.pragh.history.ListWorkload;
import io.pragh.history.TransactionHistory;
import io.pragh.tinkerpop.processes.LoadRecord.RegisterEvent;
import io.pragh.tinkerpop.processes.LoadRecord.StandingChange;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Puts load on a cluster through one node, and records all results: transactions over hot lists, transfers between
 * accounts and reads of their sum, and, when a node is to be cut off, reads and writes of registers whose homes it
 * serves, on both sides. Any thread.
 */
final class NodeLoad {
    static final int ACCOUNTS = 8;
    static final long BALANCE = 1_000;
    static final int REGISTERS = 4;
    /** Survivors write greater values to registers than any value of the node that was cut off. */
    static final long TAKEN_OVER = 1L << 40;

    private static final int LIST_CLIENTS = 2;
    private static final int PROCESSES_PER_NODE = 10;
    private static final int ELEMENT_BITS = 40;
    private static final long GENERATION_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    private static final int FIRST_ACCOUNT = 1_000_000;
    private static final int FIRST_REGISTER = 2_000_000;
    private static final int READ_TRIES = 5;
    private static final int TROUBLES_MAX = 1_000;

    /**
     * The plan of a run. Immutable.
     *
     * @param victim number of the node that will be cut off, or -1
     * @param lost partitions that it serves, without values in the end
     * @param startNanos instant from which lists are counted: the same at all nodes
     * @param seed of this node's choices
     */
    record Plan(int victim, List<Integer> lost, long startNanos, long seed) {}

    private final ClusterNode cluster;
    private final int self;
    private final HomeMap homes;
    private final Plan plan;
    /** Partitions that keep their values. */
    private final int[] kept;

    private final TransactionHistory history = new TransactionHistory(System::nanoTime);
    private final SharedLists lists;
    private final ListWorkload onKept;
    private final Queue<RegisterEvent> registers = new ConcurrentLinkedQueue<>();
    private final Queue<StandingChange> standings = new ConcurrentLinkedQueue<>();
    private final Queue<Long> transfers = new ConcurrentLinkedQueue<>();
    private final Queue<String> troubles = new ConcurrentLinkedQueue<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    private volatile boolean cut;
    private volatile boolean halted;

    NodeLoad(ClusterNode cluster, Plan plan) {
        this.cluster = cluster;
        this.self = cluster.node().self();
        this.homes = cluster.node().homes();
        this.plan = plan;
        this.kept = IntStream.range(0, homes.partitions())
                .filter(p -> !plan.lost.contains(p))
                .toArray();
        this.lists = new SharedLists(cluster.node(), this::trouble);
        this.onKept =
                new ListWorkload(lists, kept.length, (slot, g) -> list(kept[slot], generation()), history, element(0));
    }

    private long element(int workload) {
        return (self + 1L << ELEMENT_BITS) + ((long) workload << ELEMENT_BITS - 1);
    }

    private int generation() {
        return (int) ((System.nanoTime() - plan.startNanos) / GENERATION_NANOS);
    }

    private long list(int partition, int generation) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, homes.mint(partition, 1 + generation));
    }

    /** Accounts lie where values are not lost. */
    private long account(int number) {
        int partition = kept[number % kept.length];
        return GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, homes.mint(partition, FIRST_ACCOUNT + number));
    }

    private long register(int number) {
        int partition = plan.lost.get(number % plan.lost.size());
        return GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, homes.mint(partition, FIRST_REGISTER + number));
    }

    private static byte[] bytes(long number) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(number)
                .array();
    }

    /** Reads one number. */
    private static final class FoundNumber implements ValueVisitor {
        private long number;

        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            number = region.getLong(body);
        }
    }

    private static long number(Transaction transaction, long key) {
        FoundNumber found = new FoundNumber();
        transaction.read(key, found);
        return found.number;
    }

    /** Gives every account its balance; one node does so, once. */
    void prepare() {
        try (NodeSession session = cluster.node().openSession()) {
            session.retry(TransactionOptions.DEFAULT, t -> {
                for (int i = 0; i < ACCOUNTS; i++) {
                    t.write(account(i), bytes(BALANCE));
                }
                return t;
            });
        }
    }

    void start() {
        SplittableRandom random = new SplittableRandom(plan.seed);
        for (int c = 0; c < LIST_CLIENTS; c++) {
            startClient(onKept.client(process(c), random.split()));
        }
        startLoop("transfers", this::transfer, random.split());
        startLoop("sums", (session, r) -> look(session), random.split());
        if (plan.victim >= 0) {
            int[] all = IntStream.range(0, homes.partitions()).toArray();
            ListWorkload onAll = new ListWorkload(
                    lists, all.length, (slot, g) -> list(all[slot], generation()), history, element(1));
            startClient(onAll.client(process(LIST_CLIENTS), random.split()));
            startLoop("registers", new Registers()::step, random.split());
        }
        startThread("standing", this::watchStanding);
    }

    private int process(int client) {
        return self * PROCESSES_PER_NODE + client;
    }

    private void startClient(ListWorkload.Client client) {
        startThread("lists", () -> {
            while (!client.idle() || !halted) {
                client.step();
                if (client.idle()) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        });
    }

    @FunctionalInterface
    private interface Work {
        void step(NodeSession session, SplittableRandom random);
    }

    private void startLoop(String name, Work work, SplittableRandom random) {
        startThread(name, () -> {
            try (NodeSession session = cluster.node().openSession()) {
                while (!halted && step(work, session, random)) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        });
    }

    /** Does one step; returns false when the node was expelled and can do no more. */
    private boolean step(Work work, NodeSession session, SplittableRandom random) {
        try {
            work.step(session, random);
        } catch (NodeClosedException over) {
            if (cluster.standing() != Standing.EXPELLED) {
                throw over;
            }
            return false;
        } catch (PraghException failed) {
            if (!failed.retryable() && !(failed instanceof LostValueException)) {
                throw failed;
            }
            trouble(failed);
        }
        return true;
    }

    private void startThread(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setUncaughtExceptionHandler((t, failed) -> {
            // to standard error, this process's log, which the test shows; a logger might write to standard output,
            // where the answers go
            failed.printStackTrace();
            failures.add(name + " ended: " + failed);
        });
        threads.add(thread);
        thread.start();
    }

    private void trouble(PraghException failed) {
        if (troubles.size() < TROUBLES_MAX) {
            troubles.add((System.nanoTime() - plan.startNanos) / 1_000_000 + " ms: " + failed);
        }
    }

    private void transfer(NodeSession session, SplittableRandom random) {
        int from = random.nextInt(ACCOUNTS);
        int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
        session.retry(TransactionOptions.DEFAULT, t -> {
            long amount = 1L + random.nextInt(5);
            t.write(account(from), bytes(number(t, account(from)) - amount));
            t.write(account(to), bytes(number(t, account(to)) + amount));
            return t;
        });
        transfers.add(System.nanoTime());
    }

    private void look(NodeSession session) {
        try (Transaction read = session.begin(TransactionOptions.DEFAULT.reading())) {
            long sum = 0;
            for (int i = 0; i < ACCOUNTS; i++) {
                sum += number(read, account(i));
            }
            if (sum != ACCOUNTS * BALANCE) {
                failures.add("the accounts' sum is " + sum + " instead of " + ACCOUNTS * BALANCE);
            }
        }
    }

    /** Writes to registers on the side that may, with one writer for each; reads on both sides. One thread. */
    private final class Registers {
        private final boolean isVictim = self == plan.victim;
        private final boolean writesAfterwards = !isVictim && firstSurvivor() == self;
        private long written;
        private int takenOver;

        private int firstSurvivor() {
            return cluster.node().view().members().stream()
                    .mapToInt(m -> m.node())
                    .filter(n -> n != plan.victim)
                    .min()
                    .orElseThrow();
        }

        void step(NodeSession session, SplittableRandom random) {
            if (isVictim) {
                write(session, random.nextInt(REGISTERS), ++written);
            } else if (writesAfterwards && cut) {
                int register = takenOver < REGISTERS ? takenOver : random.nextInt(REGISTERS);
                if (write(session, register, TAKEN_OVER + ++written) && takenOver < REGISTERS) {
                    takenOver++;
                    if (takenOver == REGISTERS) {
                        ChildProcess.say("taken over");
                    }
                }
            }
            read(session, random.nextInt(REGISTERS));
        }

        private boolean write(NodeSession session, int register, long value) {
            long invoked = System.nanoTime();
            long completed = Long.MAX_VALUE;
            try {
                UpdateResult result =
                        session.update(new Update(ValueOperation.WRITE, register(register), 0, 0, bytes(value)));
                if (result != UpdateResult.APPLIED) {
                    throw new PraghException("a whole value can always be written: result=" + result);
                }
                completed = System.nanoTime();
                return true;
            } finally {
                registers.add(
                        new RegisterEvent(register, true, value, invoked, completed, completed != Long.MAX_VALUE));
            }
        }

        private void read(NodeSession session, int register) {
            long invoked = System.nanoTime();
            FoundNumber found = new FoundNumber();
            session.read(new long[] {register(register)}, 0, 1, Long.BYTES, found);
            registers.add(new RegisterEvent(register, false, found.number, invoked, System.nanoTime(), true));
        }
    }

    private void watchStanding() {
        Standing last = null;
        while (!halted) {
            Standing now = cluster.standing();
            if (now != last) {
                standings.add(new StandingChange(System.nanoTime(), now));
                last = now;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** A node was cut off: the lower survivor begins to write to the registers whose homes it served. */
    void cut() {
        cut = true;
    }

    /** Ends the load; waits for what is under way. */
    void halt() throws InterruptedException {
        halted = true;
        for (Thread thread : threads) {
            thread.join(TimeUnit.MINUTES.toMillis(1));
            if (thread.isAlive()) {
                failures.add(thread.getName() + " does not end: " + List.of(thread.getStackTrace()));
            }
        }
    }

    /** Reads all values that must exist, after all load has ended. */
    void readAll() {
        int last = generation();
        for (int g = 0; g <= last; g++) {
            int generation = g;
            long[] keys = IntStream.of(kept).mapToLong(p -> list(p, generation)).toArray();
            int tries = 1;
            while (!onKept.readAll(process(PROCESSES_PER_NODE - 1), keys) && tries < READ_TRIES) {
                tries++;
            }
            if (tries == READ_TRIES) {
                failures.add("the lists cannot be read in the end: generation=" + g);
            }
        }
        try (NodeSession session = cluster.node().openSession()) {
            look(session);
        }
    }

    void close() {
        lists.close();
    }

    LoadRecord record() {
        return new LoadRecord(
                history.transactions(),
                List.copyOf(registers),
                List.copyOf(standings),
                List.copyOf(transfers),
                List.copyOf(troubles),
                List.copyOf(failures));
    }
}
