package io.pragh.rdma.tcp;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.ConnectTimeoutException;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks when a node takes a peer for dead because the peer's machine refuses connections: after several refusals in
 * a row, spread over some time, of a peer that was reached before. The tests mix in other failures, first with given
 * exceptions, then with sockets, with and without epoll.
 */
class RefusedCallsTest {
    private static final long MILLI = 1_000_000;
    private final Exception refusal = new ConnectException("Connection refused");

    private final RefusedCalls calls = new RefusedCalls();

    RefusedCallsTest() {
        calls.letIn();
    }

    private void refused(int times, long pauseNanos) {
        for (int i = 0; i < times; i++) {
            calls.failed(refusal, i * pauseNanos);
        }
    }

    @Test
    void severalRefusalsOverAWhileAreEnough() {
        refused(4, 100 * MILLI);
        assertFalse(calls.areEnough(), "four");
        calls.failed(refusal, 400 * MILLI);
        assertTrue(calls.areEnough());
    }

    @Test
    void manyRefusalsOfOneMomentAreNot() {
        refused(100, MILLI);
        assertFalse(calls.areEnough());
    }

    @Test
    void whateverElseACallEndsWithBreaksTheRow() {
        for (Exception other : List.of(
                new ConnectTimeoutException("connection refused to end"),
                new NoRouteToHostException("No route to host"),
                new ConnectException("Operation not permitted"),
                new UnknownHostException("refused"),
                new IOException("Connection refused"))) {
            calls.letIn();
            refused(5, 100 * MILLI);
            assertTrue(calls.areEnough());
            calls.failed(other, 500 * MILLI);
            assertFalse(calls.areEnough(), other::toString);
            refused(4, 200 * MILLI);
            assertFalse(calls.areEnough(), other::toString);
        }
    }

    @Test
    void whoTakesTheCallBreaksTheRow() {
        refused(5, 100 * MILLI);
        calls.answered();
        assertFalse(calls.areEnough());
    }

    @Test
    void ofAPeerThatWasNeverReachedNothingIsSaid() {
        calls.forget();
        refused(10, 100 * MILLI);
        assertFalse(calls.areEnough());
    }

    /** The socket that listens afterwards never answers, like a process that is stopped. */
    @Test
    void onlyAMachineThatSaysThatNobodyListensRefuses() throws IOException {
        for (String epoll : List.of("true", "false")) {
            try (TcpNodes nodes = TcpNodes.join(3, TcpNodes.withSecret("epoll", epoll));
                    Workers nobody = new Workers()) {
                assertFalse(nodes.tcp(0).isRefused(1), "it lives");
                InetSocketAddress place = TcpSettings.socketAddress(nodes.tcp(1).address(), 1);
                nodes.tcp(1).crash();
                nobody.await("calls are refused", () -> nodes.tcp(0).isRefused(1));
                nobody.await("another one's, too", () -> nodes.tcp(2).isRefused(1));
                assertFalse(nodes.tcp(0).isRefused(2), "it lives");
                assertFalse(nodes.tcp(0).isRefused(7), "nobody");
                try (ServerSocket hangs =
                        new ServerSocket(place.getPort(), 16, InetAddress.getByName(place.getHostString()))) {
                    assertTrue(hangs.isBound());
                    nobody.await("the machine takes calls", () -> !nodes.tcp(0).isRefused(1));
                }
            }
        }
    }
}
