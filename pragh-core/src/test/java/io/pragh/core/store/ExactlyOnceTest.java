package io.pragh.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.base.WordList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ExactlyOnceTest {
    private record Step(boolean begin, int client, int sequence, int outstanding) {}

    private static final class Client {
        long outstanding;
        final Map<Long, Long> answers = new HashMap<>();
    }

    @Property(tries = 500)
    void aRequestIsNewOnceAndThenAnsweredFromMemory(@ForAll("steps") List<Step> steps) {
        ExactlyOnce memory = new ExactlyOnce();
        Map<Integer, Client> model = new HashMap<>();
        for (Step step : steps) {
            if (step.begin) {
                Client client = model.computeIfAbsent(step.client, c -> new Client());
                client.outstanding = Math.max(client.outstanding, step.outstanding);
                long expected = client.answers.getOrDefault((long) step.sequence, ExactlyOnce.NEW);
                if (step.sequence < client.outstanding) {
                    expected = ExactlyOnce.LATE;
                } else if (expected == ExactlyOnce.NEW) {
                    client.answers.put((long) step.sequence, ExactlyOnce.UNDER_WAY);
                }
                assertEquals(expected, memory.begin(step.client, step.sequence, step.outstanding), step.toString());
            } else {
                memory.finish(step.client, step.sequence, step.outstanding);
                Client client = model.get(step.client);
                if (client != null && step.sequence >= client.outstanding) {
                    client.answers.put((long) step.sequence, (long) step.outstanding);
                }
            }
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.of(true, true, false),
                        Arbitraries.integers().between(1, 2),
                        Arbitraries.integers().between(1, 8),
                        Arbitraries.integers().between(0, 6))
                .as(Step::new)
                .list()
                .ofMaxSize(60);
    }

    @Test
    void theClientSilentForLongestIsForgotten() {
        ExactlyOnce memory = new ExactlyOnce();
        for (long client = 0; client < ExactlyOnce.CLIENTS_MAX; client++) {
            memory.begin(client, 1, 1);
            memory.finish(client, 1, client);
        }
        assertEquals(0, memory.begin(0, 1, 1), "client 0 speaks again");
        assertEquals(ExactlyOnce.NEW, memory.begin(ExactlyOnce.CLIENTS_MAX, 1, 1), "one too many");
        assertEquals(0, memory.begin(0, 1, 1));
        assertEquals(2, memory.begin(2, 1, 1));
        assertEquals(ExactlyOnce.NEW, memory.begin(1, 1, 1), "client 1 was silent for longest");
    }

    private static ExactlyOnce told(ExactlyOnce by, ExactlyOnce whom) {
        WordList description = new WordList();
        by.describe(description);
        whom.add(description);
        return whom;
    }

    @Test
    void anotherNodeAnswersWhatOneHasAnsweredAndDoesWhatOneHadUnderWay() {
        ExactlyOnce one = new ExactlyOnce();
        one.begin(1, 5, 5);
        one.begin(1, 6, 5);
        one.finish(1, 6, 60);
        one.begin(1, 7, 5);
        one.fail(1, 7, 70, "why not");
        ExactlyOnce other = told(one, new ExactlyOnce());
        assertEquals(60, other.begin(1, 6, 5));
        assertEquals(70, other.begin(1, 7, 5));
        assertEquals("why not", other.reason(1, 7));
        assertEquals(ExactlyOnce.LATE, other.begin(1, 4, 5));
        assertEquals(ExactlyOnce.NEW, other.begin(1, 5, 5), "one never came to its end with it");
    }

    @Test
    void whatAnotherNodeTellsDoesNotReplaceWhatOneKnowsBetter() {
        ExactlyOnce one = new ExactlyOnce();
        one.begin(1, 6, 5);
        one.finish(1, 6, 60);
        ExactlyOnce other = new ExactlyOnce();
        other.begin(1, 9, 8);
        other.finish(1, 9, 90);
        told(one, other);
        assertEquals(ExactlyOnce.LATE, other.begin(1, 6, 5), "its client waits for nothing below 8 any more");
        assertEquals(90, other.begin(1, 9, 5));
    }
}
