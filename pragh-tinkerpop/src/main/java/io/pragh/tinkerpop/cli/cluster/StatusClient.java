package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.metrics.ProcessStatus;
import io.pragh.tinkerpop.metrics.StatusJson;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Asks node processes for their status, all at the same time. Stateless. */
final class StatusClient {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final int OK = 200;

    private StatusClient() {}

    /** One process: its name here, its address, and whether it runs. */
    record Target(String name, InetSocketAddress address, boolean runs) {}

    /** The status of a process, or the reason why there is none. */
    record Answer(Target target, @Nullable ProcessStatus status, String reason) {}

    /** Asks all, and waits for each twenty seconds at most. */
    static List<Answer> askAll(List<Target> targets) {
        HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();
        List<CompletableFuture<Answer>> asked = new ArrayList<>();
        for (Target target : targets) {
            boolean serves = target.runs() && target.address().getPort() != 0;
            asked.add(
                    serves
                            ? ask(client, target)
                            : CompletableFuture.completedFuture(new Answer(
                                    target,
                                    null,
                                    target.runs() ? "it is not ready yet; see its log" : "its process has ended")));
        }
        return asked.stream().map(CompletableFuture::join).toList();
    }

    private static CompletableFuture<Answer> ask(HttpClient client, Target target) {
        InetAddress host = target.address().getAddress();
        String name = host.getHostAddress();
        URI uri = URI.create("http://" + (name.indexOf(':') >= 0 ? "[" + name + "]" : name) + ":"
                + target.address().getPort() + "/status");
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(ANSWER).build();
        return client.sendAsync(request, BodyHandlers.ofString())
                .thenApply(response -> read(target, response))
                .exceptionally(failed -> new Answer(target, null, reason(failed)));
    }

    private static Answer read(Target target, HttpResponse<String> response) {
        if (response.statusCode() != OK) {
            return new Answer(target, null, "it is no node's: HTTP " + response.statusCode());
        }
        try {
            return new Answer(target, StatusJson.read(response.body()), "");
        } catch (IOException other) {
            return new Answer(target, null, "what it answers is no status");
        }
    }

    private static String reason(Throwable failed) {
        Throwable cause =
                failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
        if (cause instanceof ConnectException) {
            return "nobody listens there";
        }
        String message = cause.getMessage();
        return message == null
                ? cause.getClass().getSimpleName()
                : message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
