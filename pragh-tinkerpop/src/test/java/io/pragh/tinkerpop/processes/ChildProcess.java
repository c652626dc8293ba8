package io.pragh.tinkerpop.processes;

import io.pragh.tinkerpop.jvm.NodeJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A JVM that takes one order per line and answers; it ends when this process ends. One thread. */
final class ChildProcess implements AutoCloseable {
    /** Marks answers, because libraries may also write to standard output. */
    private static final String ANSWER = "> ";

    private static final String ENDED = "ended";
    private static final int LOG_LINES_SHOWN = 60;

    private final String name;
    private final Process process;
    private final PrintStream orders;
    private final Path log;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    private ChildProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.orders = new PrintStream(process.getOutputStream(), false, StandardCharsets.UTF_8);
        Thread listener = new Thread(this::listen, "answers-of-" + name);
        listener.setDaemon(true);
        listener.start();
    }

    /** Lets all processes run for this time, as load or as a cut of the network. */
    static void letRun(long nanos) {
        long began = System.nanoTime();
        for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - began)) {
            LockSupport.parkNanos(left);
        }
    }

    /** Answers the process that has started this one. */
    static void say(String answer) {
        synchronized (System.out) {
            System.out.println(ANSWER + answer);
            System.out.flush();
        }
    }

    /**
     * Starts the {@code main} of a class, with words such as {@code nsenter} before the JVM. Its log goes to a file
     * of the folder.
     */
    static ChildProcess start(String name, List<String> before, Path folder, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        List<String> flags = List.of("-Xmx384m", "-XX:+UseSerialGC", "-Dpragh.log=INFO");
        command.addAll(NodeJvm.command(flags, main, arguments));
        Path log = folder.resolve(name + ".log");
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        return new ChildProcess(name, process, log);
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(ANSWER)) {
                    answers.add(line.substring(ANSWER.length()));
                }
            }
        } catch (IOException gone) {
            answers.add("broken: " + gone);
        }
        answers.add(ENDED);
    }

    void order(String order) {
        orders.println(order);
        orders.flush();
    }

    /** Waits for the next answer, which must have this beginning, and returns it. */
    String expect(String beginning, long seconds) throws InterruptedException, IOException {
        String answer = answers.poll(seconds, TimeUnit.SECONDS);
        if (answer == null || !answer.startsWith(beginning)) {
            throw new AssertionError(name + " says: " + answer + ", and not within " + seconds + " s: " + beginning
                    + "\n" + lastWords());
        }
        return answer;
    }

    /** Waits for the process to end; returns its exit code. */
    int exitCode(long seconds) throws InterruptedException, IOException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError(name + " does not end within " + seconds + " s\n" + lastWords());
        }
        return process.exitValue();
    }

    /** Sends a signal such as {@code STOP}; the process is not waited for. */
    void signal(String signal) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + signal, "" + process.pid())
                .inheritIO()
                .start();
        if (kill.waitFor() != 0) {
            throw new IOException("no signal could be sent: process=" + name + " signal=" + signal);
        }
    }

    /** The end of its log, without the lines of its ZooKeeper client. */
    String lastWords() throws IOException {
        List<String> lines = Files.exists(log)
                ? Files.readAllLines(log).stream()
                        .filter(line -> !line.contains(" INFO  o.a."))
                        .toList()
                : List.of();
        return name + ":\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Obeys one order. */
    @FunctionalInterface
    interface Orders {
        void follow(String[] words) throws Exception;
    }

    /** Obeys each line of standard input, and ends the process when the input ends, because its parent is gone. */
    static void obey(Orders orders) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            orders.follow(line.split(" ", -1));
        }
        System.exit(0);
    }
}
