package io.pragh.tinkerpop.metrics;

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
import io.pragh.core.census.NodeStatistics;
import io.pragh.tinkerpop.metrics.PageServer.Page;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Serves {@code GET /metrics} for Prometheus and {@code GET /status} as JSON, over plain HTTP and without
 * authentication: it belongs on the loopback interface or on a network of its own. Runs from {@link #start} to
 * {@link #close}. Any thread.
 */
public final class MetricsServer implements AutoCloseable {
    private final PageServer server;
    private final PrometheusMeterRegistry registry;
    private final JvmGcMetrics collections;

    private MetricsServer(InetSocketAddress address, Supplier<List<NodeStatistics>> nodes) throws IOException {
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
        Page metrics = new Page("text/plain; version=0.0.4; charset=utf-8", () -> {
            statistics.refresh();
            return registry.scrape();
        });
        Page status = new Page("application/json", () -> StatusJson.write(status(nodes.get())));
        this.server = listen(address, Map.of("/metrics", metrics, "/status", status));
    }

    private PageServer listen(InetSocketAddress address, Map<String, Page> pages) throws IOException {
        try {
            return new PageServer(address, pages);
        } catch (IOException taken) {
            closeRegistry();
            throw taken;
        }
    }

    /**
     * Starts to serve the metrics of nodes, always the same ones in the same order: {@code graph::statistics}.
     *
     * @param address where to listen; port 0 takes a free one
     * @throws PraghException when the address cannot be bound
     */
    public static MetricsServer start(InetSocketAddress address, Supplier<List<NodeStatistics>> nodes) {
        try {
            return new MetricsServer(address, nodes);
        } catch (IOException taken) {
            throw new PraghException(
                    "cannot listen for metrics: address=" + address.getHostString() + ":" + address.getPort()
                            + " reason=" + taken.getMessage(),
                    taken);
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

    /** The address at which it listens. */
    public InetSocketAddress address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
        closeRegistry();
    }

    private void closeRegistry() {
        collections.close();
        registry.close();
    }
}
