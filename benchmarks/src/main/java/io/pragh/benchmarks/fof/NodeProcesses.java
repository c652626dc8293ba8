package io.pragh.benchmarks.fof;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.Progress;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a run's nodes. All get an order at about the same time; one that ends before it was told to ends the run. Nobody
 * is left behind by {@link #close}. One thread.
 */
final class NodeProcesses implements AutoCloseable {
    private static final long SILENCE_NANOS_MAX = TimeUnit.MINUTES.toNanos(5);
    private static final long LOOK_MILLIS = 50;
    private static final long END_SECONDS_MAX = 10;

    private final List<Child> children = new ArrayList<>();
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    private boolean leaving;

    private record Child(String name, Process process, BufferedWriter orders, Path log) {}

    /** A line that a process has said, or null when it says nothing any more. */
    private record Heard(int child, @Nullable String line) {}

    /** Starts one more; what it says on standard error goes to a file. */
    void start(String name, List<String> command, Path log) {
        int number = children.size();
        try {
            Process process =
                    new ProcessBuilder(command).redirectError(log.toFile()).start();
            BufferedWriter orders =
                    new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
            children.add(new Child(name, process, orders, log));
            Thread listener = new Thread(() -> listen(number, process), "pragh-answers-" + number);
            listener.setDaemon(true);
            listener.start();
        } catch (IOException e) {
            throw new PraghException("a node's process does not start: node=" + name + " reason=" + e, e);
        }
    }

    private void listen(int number, Process process) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard.add(new Heard(number, line));
            }
            heard.add(new Heard(number, null));
        } catch (IOException ended) {
            heard.add(new Heard(number, null)); // as when the stream ends: nothing more will be heard
        }
    }

    int size() {
        return children.size();
    }

    /** Gives an order to one; {@link #answers} waits for what all have to say. */
    void tell(int child, Wire.Order order) {
        try {
            BufferedWriter orders = children.get(child).orders;
            orders.write(Wire.line(order));
            orders.newLine();
            orders.flush();
        } catch (IOException gone) {
            throw ended(child, gone);
        }
    }

    /** Gives the same order to all and waits for their answers, in the order in which they were started. */
    List<Wire.Answer> ask(Wire.Step order, Progress progress) {
        for (int child = 0; child < children.size(); child++) {
            tell(child, Wire.Order.of(order));
        }
        return answers(progress);
    }

    /** Waits until each has carried out its order; {@code progress} hears of the work of all, and of none while nothing is heard. */
    List<Wire.Answer> answers(Progress progress) {
        Wire.@Nullable Answer[] answers = new Wire.Answer[children.size()];
        int missing = answers.length;
        long since = Clock.SYSTEM.nanos();
        while (missing > 0) {
            Heard next = next();
            if (next == null) {
                progress.advance(0);
                if (Clock.SYSTEM.nanos() - since > SILENCE_NANOS_MAX) {
                    throw new PraghException("the processes of the nodes do not answer: missing=" + missing);
                }
                continue;
            }
            if (leaving && next.line == null && answers[next.child] != null) {
                continue; // it ended, as it was told
            }
            since = Clock.SYSTEM.nanos();
            Wire.Answer answer = answer(next);
            if (answer.kind() == Wire.Kind.PROGRESS) {
                progress.advance(answer.work());
            } else {
                answers[next.child] = answer;
                missing--;
            }
        }
        List<Wire.Answer> all = new ArrayList<>();
        for (Wire.Answer answer : answers) {
            if (answer == null) {
                throw new IllegalStateException("a process answered twice and another not at all");
            }
            all.add(answer);
        }
        return all;
    }

    /** Throws if a process has ended, or has said anything that it was not asked for. */
    void failed() {
        Heard unasked = heard.poll();
        if (unasked != null) {
            answer(unasked);
            throw new IllegalStateException("a process answers without an order: line=" + unasked.line);
        }
    }

    private @Nullable Heard next() {
        try {
            return heard.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PraghException("interrupted while waiting for the processes of the nodes", e);
        }
    }

    private Wire.Answer answer(Heard next) {
        if (next.line == null) {
            throw ended(next.child, null);
        }
        Wire.Answer answer = Wire.parse(next.line, Wire.Answer.class);
        if (answer.kind() == Wire.Kind.FAILED) {
            throw new PraghException(
                    "a node failed: node=" + children.get(next.child).name + " reason=" + answer.reason());
        }
        return answer;
    }

    /** That a process has ended, and what is known of it. */
    private PraghException ended(int number, @Nullable IOException cause) {
        Child child = children.get(number);
        String code = awaitEnd(child, END_SECONDS_MAX) ? Integer.toString(child.process.exitValue()) : "none yet";
        String words = lastWords(child.log);
        return new PraghException(
                "the process of a node ended before the run did: node=" + child.name + " pid=" + child.process.pid()
                        + " exitCode=" + code + (words.isEmpty() ? "" : " said=" + words),
                cause);
    }

    private static String lastWords(Path log) {
        try {
            return Files.readString(log)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .reduce((first, second) -> second)
                    .orElse("");
        } catch (IOException unreadable) {
            return "unreadable: " + unreadable;
        }
    }

    private static boolean awaitEnd(Child child, long seconds) {
        try {
            return child.process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Has all processes end in order; gives those that do not some time. */
    void leave() {
        leaving = true;
        ask(Wire.Step.LEAVE, Progress.NONE);
        long deadline = Clock.SYSTEM.nanos() + TimeUnit.SECONDS.toNanos(END_SECONDS_MAX);
        for (Child child : children) {
            awaitEnd(child, Math.max(0, TimeUnit.NANOSECONDS.toSeconds(deadline - Clock.SYSTEM.nanos())));
        }
    }

    @Override
    public void close() {
        children.forEach(child -> child.process.destroyForcibly());
        for (Child child : children) {
            if (!awaitEnd(child, END_SECONDS_MAX)) {
                throw new PraghException(
                        "the process of a node does not end: node=" + child.name + " pid=" + child.process.pid());
            }
        }
    }
}
