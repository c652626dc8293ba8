package io.pragh.benchmarks.ldbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.tinkerpop.shaded.jackson.databind.JsonNode;
import org.apache.tinkerpop.shaded.jackson.databind.ObjectMapper;

/**
 * A query with its parameters and the expected answer. Immutable.
 *
 * @param answer rows, each a list of columns or an object of them, as in the file
 */
public record SnbInstance(SnbQuery query, SnbParameters parameters, JsonNode answer) {
    /** The benchmark's driver appends the query to the names of its parameters: personIdQ1, person1IdQ13StartNode. */
    private static final Pattern MARK = Pattern.compile("S?Q\\d+.*");

    private static final Map<String, String> DRIVER_NAMES =
            Map.of("messageIdCreator", "messageId", "messageForumId", "messageId", "messageIdContent", "messageId");

    /**
     * Reads a file with an instance on each line: {@code query}, {@code params}, and {@code rows} or {@code result}.
     *
     * @throws IOException if it cannot be read, or a line is of another form
     */
    public static List<SnbInstance> read(Path file) throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<SnbInstance> all = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            JsonNode one = json.readTree(line);
            JsonNode answer = one.has("rows") ? one.get("rows") : one.get("result");
            if (!one.hasNonNull("query") || !one.hasNonNull("params") || answer == null) {
                throw new IOException("not an instance of a query: expected=query, params, and rows or result file="
                        + file + " found=" + line);
            }
            all.add(new SnbInstance(
                    SnbQuery.valueOf(one.get("query").textValue()), parameters(one.get("params")), answer));
        }
        return all;
    }

    private static SnbParameters parameters(JsonNode params) {
        Map<String, Object> values = new HashMap<>();
        for (Map.Entry<String, JsonNode> param : params.properties()) {
            JsonNode value = param.getValue();
            String name = MARK.matcher(param.getKey()).replaceFirst("");
            values.put(DRIVER_NAMES.getOrDefault(name, name), value.isNumber() ? value.longValue() : value.textValue());
        }
        return new SnbParameters(values);
    }
}
