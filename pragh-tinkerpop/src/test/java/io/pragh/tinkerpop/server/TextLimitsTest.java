package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Workers;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.language.grammar.GremlinQueryParser;
import org.junit.jupiter.api.Test;

/**
 * Checks that no text makes the parser of a server fill the heap, neither by its depth nor by the states that the
 * parser keeps.
 */
class TextLimitsTest {
    @Test
    void depthIsCountedOutsideOfQuotes() {
        assertEquals("", TextLimits.refusal("g.V()".repeat(1000)));
        assertEquals("", TextLimits.refusal("g.inject('" + "(".repeat(1000) + "')"));
        assertEquals("", TextLimits.refusal("g.inject('\\'" + "(".repeat(1000) + "')"));
        assertEquals("", TextLimits.refusal(nested(TextLimits.DEPTH_MAX)));
        assertTrue(TextLimits.refusal(nested(TextLimits.DEPTH_MAX + 1)).contains("nested"));
        assertTrue(TextLimits.refusal("''" + nested(100)).contains("nested"));
        assertTrue(TextLimits.refusal("'\"'" + nested(100)).contains("nested"));
        assertTrue(TextLimits.refusal("(" + "x".repeat(60_000) + ")").isEmpty());
        assertTrue(TextLimits.refusal("(((((" + "x".repeat(60_000) + ")))))").contains("times"));
        assertTrue(TextLimits.refusal("x".repeat(TextLimits.LENGTH_MAX + 1)).contains("long"));
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }

    @Test
    void serversRefuseThemBeforeParsing() throws Exception {
        String deep = "g.inject(1).where(" + "__.union(__.in(),".repeat(3000) + "__.in()" + ")".repeat(3001);
        try (ServedGraph served = new ServedGraph()) {
            Cluster cluster = served.cluster().create();
            Client client = cluster.connect();
            for (String text : new String[] {deep, deep.substring(0, 20_000), "g.V()//" + "x".repeat(70_000)}) {
                ExecutionException refused = assertThrows(
                        ExecutionException.class,
                        () -> client.submit(text).all().get());
                assertTrue(refused.getMessage().contains("max="), refused.getMessage());
                assertEquals(400, post(served, text));
            }
            assertEquals(0, client.submit("g.V().count()").one().getInt());
            cluster.close();
        }
    }

    private static int post(ServedGraph served, String text) throws IOException {
        return RawHttp.send(
                        served.address(),
                        "POST /gremlin",
                        "{\"gremlin\": \"" + text + "\"}",
                        "Host: 127.0.0.1:" + served.address().getPort())
                .status();
    }

    /**
     * Texts at the limits, each of another shape. Without the limit they would leave 60,000 states, half a gigabyte.
     */
    @Test
    void theParserForgetsWhatItHasLearned() {
        Random shapes = new Random(7);
        long most = 0;
        for (int i = 0; i < 14; i++) {
            String text = deepText(shapes);
            assertEquals("", TextLimits.refusal(text));
            GremlinQueryParser.parse(text);
            most = Math.max(most, TextLimits.learned());
        }
        assertTrue(most > TextLimits.STATES_MAX, "the texts are harmless: states=" + most);
        assertTrue(most < 3 * TextLimits.STATES_MAX, "states=" + most);
    }

    /** The parser must forget also while another client goes on with small texts. */
    @Test
    void serversForgetWhatWasOutOfTheCommon() throws Exception {
        try (ServedGraph served = new ServedGraph();
                Workers clock = new Workers()) {
            Cluster cluster = served.cluster().create();
            Client client = cluster.connect();
            client.submit(deepText(new Random(8)).replace("inject(1)", "V()"))
                    .all()
                    .get(); // it finds no vertices
            assertTrue(TextLimits.learned() > TextLimits.STATES_KEPT_MAX, "states=" + TextLimits.learned());
            clock.await("the parser keeps " + TextLimits.learned() + " states", () -> {
                client.submit("g.V().count()").one();
                return TextLimits.learned() <= TextLimits.STATES_KEPT_MAX;
            });
            cluster.close();
        }
    }

    private static String deepText(Random shapes) {
        String[] steps = {"in()", "out()", "both()", "inE()", "outE()", "values('a')", "id()", "label()", "fold()"};
        StringBuilder text = new StringBuilder("g.inject(1)");
        while (text.length() < 11_000) {
            text.append(".where(");
            for (int depth = 0; depth < 20; depth++) {
                text.append(shapes.nextBoolean() ? "__.union(__." : "__.coalesce(__.");
                text.append(steps[shapes.nextInt(steps.length)]).append(',');
            }
            text.append("__.in()").append(")".repeat(21));
        }
        return text.toString();
    }
}
