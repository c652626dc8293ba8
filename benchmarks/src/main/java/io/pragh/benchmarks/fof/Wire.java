package io.pragh.benchmarks.fof;

import io.pragh.core.base.LatencyHistogram;
import io.pragh.core.base.LatencyRecorder;
import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.shaded.jackson.core.JsonGenerator;
import org.apache.tinkerpop.shaded.jackson.core.JsonParser;
import org.apache.tinkerpop.shaded.jackson.core.JsonProcessingException;
import org.apache.tinkerpop.shaded.jackson.databind.DeserializationContext;
import org.apache.tinkerpop.shaded.jackson.databind.ObjectMapper;
import org.apache.tinkerpop.shaded.jackson.databind.SerializerProvider;
import org.apache.tinkerpop.shaded.jackson.databind.deser.std.StdDeserializer;
import org.apache.tinkerpop.shaded.jackson.databind.module.SimpleModule;
import org.apache.tinkerpop.shaded.jackson.databind.ser.std.StdSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The protocol between a run and the processes of its nodes: one JSON document a line, orders one way and answers the
 * other. Both ends are the same build. Stateless.
 */
final class Wire {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .registerModule(new SimpleModule()
                    .addSerializer(new RecorderOut())
                    .addDeserializer(LatencyRecorder.class, new RecorderIn()));

    static {
        // for metrics only, among the read counters; the benchmark times its queries itself
        MAPPER.configOverride(LatencyHistogram.class).setIsIgnoredType(true);
    }

    private Wire() {}

    /** The orders. */
    enum Step {
        /** Become a node. */
        JOIN,
        /** Load the lists whose home is there. */
        LOAD,
        /** Start the clients; for a load that continues after failures, with the partitions that may be away. */
        START,
        /** Report all counters. */
        SAMPLE,
        /** Start a measurement. */
        BEGIN,
        /** End it. */
        END,
        /** End the clients, and continue to serve. */
        QUIET,
        /** End. */
        LEAVE
    }

    /** An order to a process. Each is answered with {@link Kind#DONE}, or the process fails. */
    record Order(
            Step step, @Nullable Joining joining, @Nullable List<Integer> away) {
        static Order of(Step step) {
            return new Order(step, null, null);
        }
    }

    /**
     * Everything that a process needs to become a node.
     *
     * @param config the whole run's, except the shape's workers: those of this process
     * @param coordination connect string of the cluster
     * @param fabric the node's address
     * @param secret key to the run's data at ZooKeeper
     * @param settings of the fabric
     * @param founders number of nodes in the cluster
     * @param folder of the run, removed with it
     * @param data the node's data folder: with one, its clients continue after failures; null without one
     */
    record Joining(
            Scheme scheme,
            FofConfig config,
            GraphSource graph,
            String coordination,
            String fabric,
            String secret,
            Map<String, String> settings,
            String name,
            int founders,
            String folder,
            @Nullable String data) {}

    /** The kind of an answer. */
    enum Kind {
        /** The order is executed. */
        DONE,
        /** The order is under way; so much work was done since the last time. */
        PROGRESS,
        /** The process ends. */
        FAILED
    }

    /** A process's answer, with the parts that its kind and the order require. */
    record Answer(
            Kind kind,
            long work,
            @Nullable LoadSample sample,
            @Nullable LoadEnd end,
            @Nullable String reason) {
        static final Answer EMPTY = new Answer(Kind.DONE, 0, null, null, null);

        static Answer of(LoadSample sample) {
            return new Answer(Kind.DONE, 0, sample, null, null);
        }

        static Answer of(LoadEnd end) {
            return new Answer(Kind.DONE, 0, null, end, null);
        }

        static Answer progress(long work) {
            return new Answer(Kind.PROGRESS, work, null, null, null);
        }

        static Answer failed(String reason) {
            return new Answer(Kind.FAILED, 0, null, null, reason);
        }
    }

    /** A message as one line, without its end. */
    static String line(Object message) {
        try {
            return MAPPER.writeValueAsString(message);
        } catch (JsonProcessingException e) {
            throw new PraghException("this cannot be said in JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Parses a line; throws when it is not a message. */
    static <T> T parse(String line, Class<T> type) {
        try {
            return MAPPER.readValue(line, type);
        } catch (JsonProcessingException e) {
            throw new PraghException(
                    "a process of the run says what nobody understands: expected=" + type.getSimpleName() + " reason="
                            + e.getOriginalMessage(),
                    e);
        }
    }

    /** A histogram as pairs of numbers: the longest duration of a bucket, and the count in it. */
    private static final class RecorderOut extends StdSerializer<LatencyRecorder> {
        private static final long serialVersionUID = 1L;

        RecorderOut() {
            super(LatencyRecorder.class);
        }

        @Override
        public void serialize(LatencyRecorder recorder, JsonGenerator out, SerializerProvider provider)
                throws IOException {
            StringBuilder pairs = new StringBuilder("[");
            recorder.forEach((nanosMax, count) -> pairs.append(pairs.length() == 1 ? "" : ",")
                    .append(nanosMax)
                    .append(',')
                    .append(count));
            out.writeRawValue(pairs.append(']').toString());
        }
    }

    private static final class RecorderIn extends StdDeserializer<LatencyRecorder> {
        private static final long serialVersionUID = 1L;

        RecorderIn() {
            super(LatencyRecorder.class);
        }

        @Override
        public LatencyRecorder deserialize(JsonParser in, DeserializationContext context) throws IOException {
            long[] pairs = in.readValueAs(long[].class);
            LatencyRecorder recorder = new LatencyRecorder();
            for (int i = 0; i + 1 < pairs.length; i += 2) {
                recorder.record(pairs[i], pairs[i + 1]);
            }
            return recorder;
        }
    }
}
