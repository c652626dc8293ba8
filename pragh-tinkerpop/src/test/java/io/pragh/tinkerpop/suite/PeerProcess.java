package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.MovingGraph;
import io.pragh.tinkerpop.PraghGraph;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.configuration2.MapConfiguration;

/**
 * The main class of a process that joins every cluster that it is told of. It reads {@code open NAME KEY=VALUE ...}
 * and {@code close NAME}, and writes {@code opened NAME}, {@code closed NAME} or {@code failed NAME REASON}. It ends
 * with its input.
 */
final class PeerProcess {
    private final Map<String, PraghGraph> graphs = new ConcurrentHashMap<>();
    private final SplittableRandom seeds;

    private PeerProcess(long seed) {
        this.seeds = new SplittableRandom(seed);
    }

    /** The argument is the seed by which values move. */
    public static void main(String[] arguments) throws IOException {
        PeerProcess peer = new PeerProcess(Long.parseLong(arguments[0]));
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            peer.follow(order.split(" ", -1));
        }
        System.exit(0);
    }

    private void follow(String[] order) {
        String name = order[1];
        if (order[0].equals("open")) {
            long seed = seeds.nextLong();
            // a thread for each order, because a cluster waits for its other founders
            new Thread(() -> report("opened", name, () -> open(name, order, seed)), "open-" + name).start();
        } else {
            report("closed", name, () -> graphs.remove(name).close());
        }
    }

    private void open(String name, String[] order, long seed) {
        Map<String, Object> options = new TreeMap<>();
        for (int i = 2; i < order.length; i++) {
            String[] option = order[i].split("=", 2);
            options.put(option[0], option[1]);
        }
        graphs.put(name, MovingGraph.open(new MapConfiguration(options), seed));
    }

    private static void report(String done, String name, Runnable task) {
        String answer = done + " " + name;
        try {
            task.run();
        } catch (RuntimeException failed) {
            // to the suite's standard error; a logger might write to standard output, where the answers go
            failed.printStackTrace();
            answer =
                    "failed " + name + " " + String.valueOf(failed.getMessage()).replace('\n', ' ');
        }
        synchronized (System.out) {
            System.out.println(answer);
            System.out.flush();
        }
    }
}
