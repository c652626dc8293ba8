package io.pragh.benchmarks.fof;

import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.Progress;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.node.ClusterSeat;
import io.pragh.core.placement.CoordinationKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A process that is one node of a benchmark's cluster. It executes orders from its parent process on standard input,
 * and ends when that process does. One thread, beside one that listens.
 */
public final class NodeProcess {
    private static final long FOUNDERS_NANOS = TimeUnit.MINUTES.toNanos(3);
    private static final long END_SECONDS_MAX = 15;
    private static final int FAILED = 1;

    private final PrintStream answers;
    private final BlockingQueue<Optional<String>> orders = new LinkedBlockingQueue<>();
    private final StopSignal abandoned = new StopSignal();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Path folder;
    private @Nullable NodeLoad load;

    private NodeProcess(PrintStream answers) {
        this.answers = answers;
    }

    /** Executes orders until the last one or the end of input; returns the exit code. */
    public static int run(InputStream in, PrintStream answers) {
        NodeProcess process = new NodeProcess(answers);
        process.holdOnToInterrupts();
        Thread listener = new Thread(() -> process.listen(in), "pragh-orders");
        listener.setDaemon(true);
        listener.start();
        try {
            return process.follow();
        } finally {
            process.done.countDown();
        }
    }

    /** Ignores Ctrl-C, which reaches all processes of a terminal: the parent process decides when to end. */
    private void holdOnToInterrupts() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> await(done), "pragh-interruption"));
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(END_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void listen(InputStream in) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                orders.add(Optional.of(line));
            }
        } catch (IOException e) {
            System.err.println("pragh: the input cannot be read any more: " + e);
        }
        abandoned.stop();
        orders.add(Optional.empty());
        if (!await(done)) {
            removeFolder();
            Runtime.getRuntime().halt(FAILED);
        }
    }

    private int follow() {
        try {
            while (true) {
                Optional<String> line = orders.take();
                if (line.isEmpty()) {
                    abandon();
                    return FAILED;
                }
                Wire.Order order = Wire.parse(line.get(), Wire.Order.class);
                say(carryOut(order));
                if (order.step() == Wire.Step.LEAVE) {
                    return 0;
                }
            }
        } catch (StopSignal.StoppedException whileLoading) {
            abandon();
            return FAILED;
        } catch (InterruptedException | RuntimeException | Error failure) {
            // standard error is this node's log in the run's folder; a logger might write to standard output, which
            // is for the answers
            failure.printStackTrace();
            say(Wire.Answer.failed(reason(failure)));
            return FAILED; // without closing: the run is over, and the parent ends all processes
        }
    }

    private static String reason(Throwable failure) {
        String message = failure.getMessage();
        return failure instanceof PraghException && message != null ? message : failure.toString();
    }

    private void say(Wire.Answer answer) {
        answers.println(Wire.line(answer));
        answers.flush();
    }

    private Wire.Answer carryOut(Wire.Order order) {
        switch (order.step()) {
            case JOIN -> join(order.joining());
            case LOAD -> load(running());
            case START -> {
                List<Integer> away = order.away();
                running().start(away == null ? List.of() : away);
            }
            case SAMPLE -> {
                running().failed();
                return Wire.Answer.of(running().sample());
            }
            case BEGIN -> {
                return Wire.Answer.of(running().begin());
            }
            case END -> {
                return Wire.Answer.of(running().end());
            }
            case QUIET -> running().quiet();
            case LEAVE -> running().close();
        }
        return Wire.Answer.EMPTY;
    }

    private NodeLoad running() {
        NodeLoad running = load;
        if (running == null) {
            throw new IllegalStateException("this process is no node yet");
        }
        return running;
    }

    private void join(Wire.@Nullable Joining joining) {
        if (joining == null) {
            throw new IllegalStateException("how to join was not said");
        }
        folder = Path.of(joining.folder());
        FofConfig config = joining.config();
        BenchGraph graph = BenchGraph.survey(joining.graph().edges(), work -> abandoned.check());
        ClusterSeat seat = new ClusterSeat(
                joining.coordination(),
                CoordinationKey.ofSecret(joining.secret()),
                joining.fabric(),
                joining.settings(),
                joining.name(),
                config.shape().partitions(),
                joining.founders(),
                FOUNDERS_NANOS,
                joining.data() == null ? null : DataPlace.of(joining.data()));
        Function<Consumer<Throwable>, NodeHost> host = whenTaskFails -> new ProcessHost(
                seat,
                FofCluster.nodeConfig(joining.scheme(), config, graph),
                config.shape().workers(),
                whenTaskFails);
        load = joining.data() == null ? LocalLoad.of(config, graph, host) : new CallLoad(config, graph, host);
    }

    private void load(NodeLoad empty) {
        Progress told = new Telling();
        empty.load(work -> {
            abandoned.check();
            told.advance(work);
        });
    }

    /** Reports the progress, now and then. */
    private final class Telling implements Progress {
        private static final long WORK_MIN = 100_000;
        private long untold;

        @Override
        public void advance(long work) {
            untold += work;
            if (untold >= WORK_MIN) {
                say(Wire.Answer.progress(untold));
                untold = 0;
            }
        }
    }

    /** Ends this process: the parent is gone, without an order. */
    private void abandon() {
        NodeLoad left = load;
        try {
            if (left != null) {
                left.close();
            }
        } finally {
            removeFolder();
        }
    }

    private void removeFolder() {
        Path left = folder;
        if (left != null) {
            RunFolder.remove(left);
        }
    }
}
