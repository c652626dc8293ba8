package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.report.JsonText;
import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.server.PraghServer;
import io.pragh.tinkerpop.server.ServerConfig;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;

/** A graph behind Gremlin Server, and its clients, all in this process. Any thread sends requests. */
final class ServedTraversalGraph implements AutoCloseable {
    /** The form of a request. */
    enum Way {
        BYTECODE("WebSocket, bytecode"),
        TEXT("WebSocket, text"),
        HTTP("HTTP, text");

        private final String title;

        Way(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    private static final String LOOPBACK = "127.0.0.1";
    /** The beginning of the results in an answer over HTTP. */
    private static final String RESULT = "\"result\"";

    private final PraghServer server;
    private final Cluster cluster;
    private final Client client;
    private final GraphTraversalSource g;
    private final HttpClient http = HttpClient.newHttpClient();
    private final URI uri;

    /** Starts a server of its own for a new graph, with connections for so many clients. */
    ServedTraversalGraph(GremlinSubject subject, RmatParameters parameters, int clients) {
        TraversalGraph graph = new TraversalGraph(subject, parameters);
        InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        server = PraghServer.start(new ServerConfig(free, null, false, null), graph.graph());
        int port = server.address().getPort();
        cluster = Cluster.build(LOOPBACK)
                .port(port)
                .minConnectionPoolSize(clients)
                .maxConnectionPoolSize(clients)
                .create();
        client = cluster.connect();
        g = AnonymousTraversalSource.traversal().with(DriverRemoteConnection.using(cluster));
        uri = URI.create("http://" + LOOPBACK + ":" + port + "/gremlin");
    }

    /**
     * Sends a request, and returns the number of results, or the number of characters over HTTP, where results are
     * not parsed.
     */
    long ask(Way way, ServerRow row, long start) {
        return switch (way) {
            case BYTECODE -> row.on(g, start).toList().size();
            case TEXT ->
                client.submit(row.text(), Map.of(ServerRow.BINDING, row.binding(start))).stream()
                        .count();
            case HTTP -> post(row, start).length();
        };
    }

    /** The results over HTTP, as JSON. */
    String post(ServerRow row, long start) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("gremlin", row.text());
        body.put("bindings", Map.of(ServerRow.BINDING, row.binding(start)));
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JsonText.of(body)))
                .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != HttpURLConnection.HTTP_OK) {
                throw new PraghException("a request failed: request=" + body + " answer=" + answer.body());
            }
            String text = answer.body();
            return text.substring(text.indexOf(RESULT)); // the part before it names the request
        } catch (IOException failed) {
            throw new PraghException("a request failed: request=" + body, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new PraghException("a request was interrupted: request=" + body, interrupted);
        }
    }

    /** Ends clients, server and graph. */
    @Override
    public void close() {
        cluster.close();
        server.close();
    }
}
