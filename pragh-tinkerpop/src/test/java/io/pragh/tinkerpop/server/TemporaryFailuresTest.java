package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.channel.embedded.EmbeddedChannel;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.UnavailableException;
import io.pragh.testkit.Workers;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that the code of an answer says whether the request may be sent again, so that clients need not know Pragh's
 * exceptions or read messages. Several clients conflict on a Gremlin Server, in requests and in sessions.
 */
class TemporaryFailuresTest {
    private static final int CLIENTS = 8;
    private static final int ROUNDS_MAX = 5_000;
    /** More results than the server sends in one message. */
    private static final int RESULTS = 100;

    private static ServedGraph served;
    private static Cluster cluster;

    /** One request of a client. */
    private interface Call {
        void run(int round) throws Exception;
    }

    @BeforeAll
    static void serve() {
        served = new ServedGraph();
        cluster = served.cluster().create();
        remote().addV("counter").property(T.id, 1).property("n", 0).iterate();
    }

    @AfterAll
    static void end() {
        cluster.close();
        served.close();
    }

    private static GraphTraversalSource remote() {
        return traversal().with(DriverRemoteConnection.using(cluster, "g"));
    }

    private static ResponseException answerOf(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof ResponseException answer) {
                return answer;
            }
        }
        throw new AssertionError("a client fails otherwise", thrown);
    }

    /** Several clients send the same request until one of them gets a conflict. */
    private static ResponseException firstConflict(Call call) {
        AtomicReference<ResponseException> first = new AtomicReference<>();
        AtomicInteger rounds = new AtomicInteger();
        try (Workers workers = new Workers()) {
            for (int client = 0; client < CLIENTS; client++) {
                workers.start(() -> callUntilConflict(call, rounds, first));
            }
            workers.join();
        }
        ResponseException conflict = first.get();
        assertNotNull(conflict, "of so many requests none conflicts");
        return conflict;
    }

    private static void callUntilConflict(Call call, AtomicInteger rounds, AtomicReference<ResponseException> first) {
        while (first.get() == null && rounds.get() < ROUNDS_MAX) {
            try {
                call.run(rounds.incrementAndGet());
            } catch (Exception failed) {
                first.compareAndSet(null, answerOf(failed));
            }
        }
    }

    private static void assertSaysAgain(ResponseException answer) {
        assertEquals(ResponseStatusCode.SERVER_ERROR_TEMPORARY, answer.getResponseStatusCode(), answer::getMessage);
        assertEquals(
                "another transaction has changed what was read; nothing happened, run it again", answer.getMessage());
    }

    /**
     * The request has sent some of its results before it commits. The server does not execute it again, since the
     * client would get these results twice.
     */
    @Test
    void whatConflictsWithResultsUnderWayMayBeSentAgain() {
        Client client = cluster.connect();
        String results = String.join(",", Collections.nCopies(RESULTS, "constant(1)"));
        assertSaysAgain(
                firstConflict(round -> client.submit("g.V(1).property('n', " + round + ").union(" + results + ")")
                        .all()
                        .get()));
    }

    @Test
    void aSessionThatConflictsMayBeDoneAgain() {
        Transaction one = remote().tx();
        Transaction other = remote().tx();
        GraphTraversalSource first = one.begin();
        GraphTraversalSource second = other.begin();
        first.V(1).property("n", -1).iterate();
        second.V(1).property("n", -2).iterate();
        one.commit();
        assertSaysAgain(answerOf(assertThrows(RuntimeException.class, other::commit)));
        other.rollback();
    }

    @Test
    void aTextThatCommitsInASessionMayBeDoneAgain() throws Exception {
        Client one = cluster.connect(UUID.randomUUID().toString());
        Client other = cluster.connect(UUID.randomUUID().toString());
        for (Client client : List.of(one, other)) {
            client.submit("g.V(1).property('n', -3)").all().get();
        }
        one.submit("g.tx().commit()").all().get();
        assertSaysAgain(answerOf(assertThrows(
                ExecutionException.class,
                () -> other.submit("g.tx().commit()").all().get())));
        one.close();
        other.close();
    }

    private static ResponseStatusCode codeOf(ResponseStatusCode code, Throwable thrown) {
        EmbeddedChannel channel = new EmbeddedChannel(new TemporaryFailures());
        channel.writeOutbound(ResponseMessage.build(UUID.randomUUID())
                .code(code)
                .statusMessage(thrown.getMessage())
                .statusAttributeException(thrown)
                .create());
        ResponseMessage answer = channel.readOutbound();
        assertEquals(thrown.getMessage(), answer.getStatus().getMessage());
        return answer.getStatus().getCode();
    }

    @Test
    void whatHasDoneNothingAndMaySucceedLaterSaysSo() {
        for (Throwable thrown : List.of(
                new ConflictException("conflict"),
                new CommitConflictException(new ConflictException("conflict")),
                new SnapshotTooOldException("late"),
                new UnavailableException("away"),
                new IllegalStateException("wrapped", new UnavailableException("away")))) {
            for (ResponseStatusCode code :
                    List.of(ResponseStatusCode.SERVER_ERROR, ResponseStatusCode.SERVER_ERROR_EVALUATION)) {
                assertEquals(ResponseStatusCode.SERVER_ERROR_TEMPORARY, codeOf(code, thrown), thrown::toString);
            }
        }
    }

    /** A commit of unknown outcome counts as any other failure, because a repetition might take effect twice. */
    @Test
    void allElseKeepsItsCode() {
        ResponseStatusCode code = ResponseStatusCode.SERVER_ERROR;
        assertEquals(code, codeOf(code, new PraghException("may have happened or not", null, true)));
        assertEquals(code, codeOf(code, new IllegalStateException("a fault")));
        ResponseStatusCode timeout = ResponseStatusCode.SERVER_ERROR_TIMEOUT;
        assertEquals(timeout, codeOf(timeout, new UnavailableException("away")));
    }
}
