package io.pragh.tinkerpop.metrics;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import org.apache.tinkerpop.shaded.jackson.core.JsonProcessingException;
import org.apache.tinkerpop.shaded.jackson.databind.DeserializationFeature;
import org.apache.tinkerpop.shaded.jackson.databind.ObjectMapper;

/** Converts {@link ProcessStatus} to JSON and back; fields of a later version are ignored. Stateless. */
public final class StatusJson {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    private StatusJson() {}

    /** Writes any object made of records, lists and numbers. */
    public static String write(Object status) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(status);
        } catch (JsonProcessingException impossible) {
            throw new PraghException("a status is not made of what JSON knows", impossible);
        }
    }

    /** Reads the answer of a process. */
    public static ProcessStatus read(String json) throws IOException {
        return MAPPER.readValue(json, ProcessStatus.class);
    }
}
