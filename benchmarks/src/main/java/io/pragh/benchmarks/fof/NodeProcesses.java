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
 * The processes of a run's nodes. All get an order at about the same time; a process that ends without an order, or
 * without being killed by this class, ends the run. {@link #close} leaves none of them running. One thread.
 */
final class NodeProcesses implements AutoCloseable {
    private static final long SILENCE_NANOS_MAX = TimeUnit.MINUTES.toNanos(5);
    private static final long LOOK_MILLIS = 50;
    private static final long END_SECONDS_MAX = 10;

    private final List<Child> children = new ArrayList<>();
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    private boolean leaving;

    /** One process, and the streams between it and this one. */
    private static final class Child {
        final String name;
        final Process process;
        final BufferedWriter orders;
        final Path log;
        /** Whether it has an order that is not executed yet. */
        boolean owes;
        /** Its answer to the last order, until it is taken. */
        Wire.@Nullable Answer answer;
        /** Whether this class has killed it. */
        boolean killed;

        Child(String name, Process process, BufferedWriter orders, Path log) {
            this.name = name;
            this.process = process;
            this.orders = orders;
            this.log = log;
        }
    }

    /** A line of a process's output, or null at the end of its output. */
    private record Heard(Child child, @Nullable String line) {}

    /** Starts a process, whose standard error goes to a file. */
    void start(String name, List<String> command, Path log) {
        children.add(started(name, command, log));
    }

    private Child started(String name, List<String> command, Path log) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            BufferedWriter orders =
                    new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
            Child child = new Child(name, process, orders, log);
            Thread listener = new Thread(() -> listen(child), "pragh-answers-" + name);
            listener.setDaemon(true);
            listener.start();
            return child;
        } catch (IOException e) {
            throw new PraghException("a node's process does not start: node=" + name + " reason=" + e, e);
        }
    }

    private void listen(Child child) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(child.process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard.add(new Heard(child, line));
            }
            heard.add(new Heard(child, null));
        } catch (IOException ended) {
            heard.add(new Heard(child, null)); // as at the end of the stream: no line will follow
        }
    }

    int size() {
        return children.size();
    }

    /**
     * Kills a process by a signal that it cannot catch, and waits until it has ended. Its output is not read any
     * more.
     */
    void kill(int number) {
        Child child = children.get(number);
        child.killed = true;
        child.process.destroyForcibly();
        if (!awaitEnd(child, END_SECONDS_MAX)) {
            throw doesNotEnd(child);
        }
    }

    /** Starts another process in place of a killed one. */
    void restart(int number, List<String> command) {
        Child before = children.get(number);
        children.set(number, started(before.name, command, before.log));
    }

    /** Gives an order to one process; {@link #answers} waits for all answers. */
    void tell(int number, Wire.Order order) {
        Child child = children.get(number);
        try {
            child.owes = true;
            child.orders.write(Wire.line(order));
            child.orders.newLine();
            child.orders.flush();
        } catch (IOException gone) {
            throw ended(child, gone);
        }
    }

    /** Gives the same order to all and waits for their answers, in the order in which they were started. */
    List<Wire.Answer> ask(Wire.Step order, Progress progress) {
        for (int number = 0; number < children.size(); number++) {
            tell(number, Wire.Order.of(order));
        }
        return answers(progress);
    }

    /**
     * Gives the same order to all that have none, and waits for their answers; null from the others, whose own orders
     * may end meanwhile.
     */
    List<Wire.@Nullable Answer> askIdle(Wire.Step order) {
        List<Child> asked = new ArrayList<>();
        for (int number = 0; number < children.size(); number++) {
            Child child = children.get(number);
            if (!child.killed && !child.owes && child.answer == null) {
                tell(number, Wire.Order.of(order));
                asked.add(child);
            }
        }
        await(asked, Progress.NONE);
        List<Wire.@Nullable Answer> all = new ArrayList<>();
        for (Child child : children) {
            all.add(asked.contains(child) ? taken(child) : null);
        }
        return all;
    }

    /** Whether one has executed its order and answered; does not wait. */
    boolean hasAnswered(int number) {
        for (Heard next = heard.poll(); next != null; next = heard.poll()) {
            hear(next, Progress.NONE);
        }
        Child child = children.get(number);
        boolean answered = child.answer != null;
        child.answer = null;
        return answered;
    }

    /**
     * Waits until each that has an order has executed it; {@code progress} receives the work of all, and zero while
     * no line comes.
     */
    List<Wire.Answer> answers(Progress progress) {
        List<Child> asked = children.stream()
                .filter(child -> child.owes || child.answer != null)
                .toList();
        await(asked, progress);
        return asked.stream().map(NodeProcesses::taken).toList();
    }

    private static Wire.Answer taken(Child child) {
        Wire.Answer answer = child.answer;
        if (answer == null) {
            throw new IllegalStateException("a process has not answered: node=" + child.name);
        }
        child.answer = null;
        return answer;
    }

    private void await(List<Child> asked, Progress progress) {
        long since = Clock.SYSTEM.nanos();
        while (asked.stream().anyMatch(child -> child.owes)) {
            Heard next = next();
            if (next != null) {
                since = Clock.SYSTEM.nanos();
                hear(next, progress);
                continue;
            }
            progress.advance(0);
            if (Clock.SYSTEM.nanos() - since > SILENCE_NANOS_MAX) {
                throw new PraghException("the processes of the nodes do not answer: missing="
                        + asked.stream().filter(child -> child.owes).count());
            }
        }
    }

    private void hear(Heard next, Progress progress) {
        Child child = next.child;
        if (child.killed || (leaving && next.line == null && !child.owes)) {
            return; // it ended as ordered
        }
        Wire.Answer answer = answer(next);
        if (answer.kind() == Wire.Kind.PROGRESS) {
            progress.advance(answer.work());
        } else if (child.owes) {
            child.owes = false;
            child.answer = answer;
        } else {
            throw new IllegalStateException("a process answers without an order: line=" + next.line);
        }
    }

    /** Throws if a process has ended, or has written an unexpected line. */
    void failed() {
        Heard unasked = heard.poll();
        if (unasked != null) {
            hear(unasked, Progress.NONE);
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
            throw new PraghException("a node failed: node=" + next.child.name + " reason=" + answer.reason());
        }
        return answer;
    }

    /** The exception for a process that has ended, with the known reasons. */
    private static PraghException ended(Child child, @Nullable IOException cause) {
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

    /** Lets all processes end in order, with some time for those that do not. */
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
                throw doesNotEnd(child);
            }
        }
    }

    private static PraghException doesNotEnd(Child child) {
        return new PraghException(
                "the process of a node does not end: node=" + child.name + " pid=" + child.process.pid());
    }
}
