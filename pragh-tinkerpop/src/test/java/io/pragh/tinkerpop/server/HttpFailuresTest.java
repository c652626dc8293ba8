package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that a request over HTTP is answered also when its exception has no message. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class HttpFailuresTest {
    /** Java's regular expressions overflow the stack on long texts. */
    private static final String OVERFLOW = "g.inject('" + "ab".repeat(20_000) + "').is(regex('(a|b)*'))";

    private static RawHttp.Answer answer(ServedGraph served, String gremlin) throws IOException {
        return RawHttp.send(served.address(), "POST /gremlin", "{\"gremlin\": \"" + gremlin + "\"}", "Host: localhost");
    }

    private static void assertFails(String why, RawHttp.Answer answer) {
        assertEquals(500, answer.status());
        assertTrue(answer.text().contains(why), answer::text);
    }

    @Test
    void nextWithoutResultIsAnswered() throws IOException {
        try (ServedGraph served = new ServedGraph()) {
            assertFails("next() has no result", answer(served, "g.V().next()"));
            assertFails("java.util.NoSuchElementException", answer(served, "g.V().next()"));
        }
    }

    @Test
    void anErrorWithoutMessageIsAnswered() throws IOException {
        try (ServedGraph served = new ServedGraph()) {
            assertFails(Caller.NO_MESSAGE, answer(served, OVERFLOW));
            assertEquals(200, answer(served, "g.inject(1)").status());
        }
    }

    @Test
    void aScriptThatFailsWithoutMessageIsAnswered() throws IOException {
        try (ServedGraph served = new ServedGraph(null, null, true)) {
            assertFails(Caller.NO_MESSAGE, answer(served, "throw new RuntimeException()"));
            assertEquals(200, answer(served, "1").status());
        }
    }
}
