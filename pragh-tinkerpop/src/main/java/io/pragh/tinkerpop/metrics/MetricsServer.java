package io.pragh.tinkerpop.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.pragh.core.base.PraghException;
import io.pragh.core.node.NodeStatistics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Serves {@code GET /metrics} for Prometheus and {@code GET /status} as JSON, over plain HTTP and to whoever asks: it belongs on the
 * loopback interface or on a network of its own. Runs from {@link #start} to {@link #close}. Any thread.
 */
public final class MetricsServer implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int WAITING_MAX = 64;
    /** A client that says nothing for so long is hung up on: it occupies a thread. */
    private static final String REQUEST_SECONDS_MAX = "5";

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final PrometheusMeterRegistry registry;
    private final JvmGcMetrics collections;

    private MetricsServer(HttpServer server, Supplier<List<NodeStatistics>> nodes) {
        this.server = server;
        this.threads = new ThreadPoolExecutor(
                THREADS, THREADS, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING_MAX), MetricsServer::thread);
        PrometheusRegistry prometheus = new PrometheusRegistry();
        this.registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, prometheus, Clock.SYSTEM);
        this.collections = new JvmGcMetrics();
        LatestStatistics statistics = new LatestStatistics(nodes);
        List<MeterBinder> binders = List.of(
                new PraghMetrics(statistics),
                collections,
                new JvmMemoryMetrics(),
                new JvmThreadMetrics(),
                new ProcessorMetrics(),
                new UptimeMetrics());
        binders.forEach(binder -> binder.bindTo(registry));
        prometheus.register(new LatencyHistograms(statistics));
        serve("/metrics", "text/plain; version=0.0.4; charset=utf-8", () -> {
            statistics.refresh();
            return registry.scrape();
        });
        serve("/status", "application/json", () -> StatusJson.write(status(nodes.get())));
        server.setExecutor(threads);
        server.start();
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "pragh-metrics");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Starts to serve the metrics of nodes, always the same ones in the same order: {@code graph::statistics}.
     *
     * @param address where to listen; port 0 takes one that is free
     * @throws PraghException when the address cannot be had
     */
    public static MetricsServer start(InetSocketAddress address, Supplier<List<NodeStatistics>> nodes) {
        limit("sun.net.httpserver.maxReqTime", REQUEST_SECONDS_MAX);
        limit("sun.net.httpserver.maxRspTime", REQUEST_SECONDS_MAX);
        limit("jdk.httpserver.maxConnections", "" + WAITING_MAX);
        HttpServer server;
        try {
            server = HttpServer.create(address, WAITING_MAX);
        } catch (IOException taken) {
            throw new PraghException(
                    "cannot listen for metrics: address=" + address.getHostString() + ":" + address.getPort()
                            + " reason=" + taken.getMessage(),
                    taken);
        }
        return new MetricsServer(server, nodes);
    }

    /** The JDK's server reads its limits from these when it is first used; who has set them knows better. */
    private static void limit(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    private void serve(String path, String type, Supplier<String> body) {
        HttpHandler handler = exchange -> answer(exchange, path, type, body);
        server.createContext(path, handler);
    }

    private static void answer(HttpExchange exchange, String path, String type, Supplier<String> body)
            throws IOException {
        try (exchange) {
            boolean head = exchange.getRequestMethod().equals("HEAD");
            if (!exchange.getRequestURI().getPath().equals(path)) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
            } else if (!head && !exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                exchange.sendResponseHeaders(NOT_ALLOWED, -1);
            } else {
                byte[] bytes = body.get().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", type);
                exchange.sendResponseHeaders(OK, head ? -1 : bytes.length);
                if (!head) {
                    try (OutputStream out = exchange.getResponseBody()) {
                        out.write(bytes);
                    }
                }
            }
        }
    }

    private static ProcessStatus status(List<NodeStatistics> nodes) {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return new ProcessStatus(
                ProcessHandle.current().pid(),
                ManagementFactory.getRuntimeMXBean().getUptime(),
                heap.getUsed(),
                heap.getMax(),
                nodes);
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        collections.close();
        registry.close();
    }
}
