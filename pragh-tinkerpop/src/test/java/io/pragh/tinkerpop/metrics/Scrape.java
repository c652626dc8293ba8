package io.pragh.tinkerpop.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The samples that Prometheus would see, from a parser of every line of the text format. Immutable. */
public record Scrape(Map<String, Double> samples, Map<String, String> types) {
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");

    /** Scrapes a server. */
    public static Scrape of(InetSocketAddress address) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(address, "/metrics", "GET");
        assertEquals(200, answer.statusCode());
        assertTrue(answer.headers().firstValue("Content-Type").orElse("").startsWith("text/plain; version=0.0.4"));
        Map<String, Double> samples = new TreeMap<>();
        Map<String, String> types = new TreeMap<>();
        for (String line : answer.body().lines().toList()) {
            if (line.startsWith("# TYPE ")) {
                String[] words = line.split(" ", -1);
                assertTrue(types.put(words[2], words[3]) == null, "a family is there once: " + line);
            } else if (!line.startsWith("#")) {
                Matcher sample = SAMPLE.matcher(line);
                assertTrue(sample.matches(), line);
                String key = sample.group(1) + labels(sample.group(2));
                double value = Double.parseDouble(sample.group(3).replace("Inf", "Infinity"));
                assertTrue(samples.put(key, value) == null, "a sample is there once: " + line);
            }
        }
        return new Scrape(samples, types);
    }

    /** Sends one request. */
    public static HttpResponse<String> get(InetSocketAddress address, String path, String method)
            throws IOException, InterruptedException {
        URI uri = URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private static Set<String> labels(String text) {
        Set<String> labels = new TreeSet<>();
        if (text != null) {
            Matcher label = LABEL.matcher(text);
            while (label.find()) {
                labels.add(label.group(1) + "=" + label.group(2));
            }
        }
        return labels;
    }

    /** A sample by its name and all of its labels, each {@code name=value}. */
    public double value(String name, String... labels) {
        Double value = samples.get(name + new TreeSet<>(Set.of(labels)));
        assertTrue(value != null, () -> name + Set.of(labels) + " is not among " + samples.keySet());
        return value;
    }

    /** The sum of all samples of this name that have this label. */
    public double sum(String name, String label) {
        return samples.entrySet().stream()
                .filter(e -> e.getKey().startsWith(name + "["))
                .filter(e -> e.getKey().contains(label + ",") || e.getKey().contains(label + "]"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }
}
