package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a web page that the user of a server's machine visits gets nothing from the server, with scripts on or
 * off. The tests send the headers that browsers would.
 */
class ForeignPagesTest {
    private static final String COUNT = "{\"gremlin\": \"g.V().count()\"}";

    private static ServedGraph traversals;
    private static ServedGraph scripts;

    @TempDir
    Path folder;

    @BeforeAll
    static void serve() {
        traversals = new ServedGraph();
        scripts = new ServedGraph(null, null, true);
    }

    @AfterAll
    static void end() {
        traversals.close();
        scripts.close();
    }

    private static String host(ServedGraph served) {
        return "127.0.0.1:" + served.address().getPort();
    }

    @Test
    void programsAndPagesOfTheServerItselfAreServed() throws IOException {
        for (ServedGraph served : new ServedGraph[] {traversals, scripts}) {
            String own = "Host: " + host(served);
            assertEquals(
                    200,
                    RawHttp.send(served.address(), "POST /gremlin", COUNT, own).status());
            assertEquals(
                    200,
                    RawHttp.send(served.address(), "POST /gremlin", COUNT, own, "Origin: http://" + host(served))
                            .status());
            String local = "Host: localhost:" + served.address().getPort();
            assertEquals(
                    200,
                    RawHttp.send(served.address(), "POST /gremlin", COUNT, local)
                            .status());
            assertEquals(101, RawHttp.upgrade(served.address(), own).status());
        }
    }

    @Test
    void otherPagesAreTurnedAwayBeforeAnythingIsRead() throws IOException {
        Path made = folder.resolve("made");
        String code = "{\"gremlin\": \"new File('" + made + "').createNewFile()\"}";
        for (ServedGraph served : new ServedGraph[] {traversals, scripts}) {
            String own = "Host: " + host(served);
            for (String origin : new String[] {
                "https://evil.example",
                "null",
                "http://127.0.0.1",
                "http://127.0.0.1:1",
                "http://evil.example/" + host(served),
                "file://"
            }) {
                RawHttp.Answer answer = RawHttp.send(served.address(), "POST /gremlin", code, own, "Origin: " + origin);
                assertEquals(403, answer.status(), origin);
                assertFalse(answer.hasHeader("access-control-allow-origin"), answer.text());
                assertEquals(
                        403,
                        RawHttp.upgrade(served.address(), own, "Origin: " + origin)
                                .status());
            }
        }
        assertFalse(Files.exists(made));
    }

    @Test
    void otherNamesForTheAddressAreTurnedAway() throws IOException {
        for (String name : new String[] {"evil.example", "evil.example:8182", "127.0.0.1.evil.example", "", "[::2]"}) {
            assertEquals(
                    403,
                    RawHttp.send(scripts.address(), "POST /gremlin", COUNT, "Host: " + name, "Origin: http://" + name)
                            .status(),
                    name);
            assertEquals(
                    403, RawHttp.upgrade(scripts.address(), "Host: " + name).status(), name);
        }
        assertEquals(
                403, RawHttp.send(scripts.address(), "POST /gremlin", COUNT).status());
    }

    @Test
    void picturesAndLinksRunNothing() throws IOException {
        Path made = folder.resolve("made");
        String code = "new%20File('" + made + "').createNewFile()";
        RawHttp.Answer answer =
                RawHttp.send(scripts.address(), "GET /gremlin?gremlin=" + code, "", "Host: " + host(scripts));
        assertEquals(405, answer.status());
        assertFalse(Files.exists(made));
    }

    @Test
    void noAnswerMayBeReadByAPage() throws IOException {
        RawHttp.Answer answer = RawHttp.send(
                scripts.address(), "POST /gremlin", COUNT, "Host: " + host(scripts), "Origin: http://" + host(scripts));
        assertEquals(200, answer.status());
        assertFalse(answer.hasHeader("access-control-allow-origin"), answer.text());
    }

    @Test
    void namesThatTheOwnerGaveAreTaken() throws Exception {
        InetAddress here = InetAddress.getByAddress(new byte[] {10, 1, 2, 3});
        Callers callers = new Callers(new InetSocketAddress(8182), "graph.example:443");
        assertEquals("", callers.refusal("graph.example", null, here));
        assertEquals("", callers.refusal("graph.example:443", "https://graph.example", here));
        assertEquals("", callers.refusal("10.1.2.3:8182", null, here));
        assertTrue(callers.refusal("localhost:8182", null, here).contains("server.advertise"));
        InetAddress six = InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
        assertEquals("", callers.refusal("[::1]:8182", "http://[::1]:8182", six));
        assertEquals("", callers.refusal("localhost:8182", null, six));
        assertFalse(callers.refusal("[::1", null, here).isEmpty());
    }

    /** Java writes an IPv6 address in full, clients write it as short as they can. */
    @Test
    void anIpv6AddressIsTakenInEveryNotation() throws Exception {
        InetAddress here = InetAddress.getByName("2001:db8:0:0:0:0:0:a7");
        Callers callers = new Callers(new InetSocketAddress(8182), "[fd00:0::7]:8182");
        for (String host : new String[] {
            "[2001:db8::a7]:8182",
            "[2001:DB8::A7]",
            "[2001:0db8:0000:0000:0000:0000:0000:00a7]:8182",
            "[2001:db8:0:0:0:0:0:a7]:8182",
            "[fd00::7]:8182"
        }) {
            assertEquals("", callers.refusal(host, "http://" + host, here), host);
        }
        assertFalse(callers.refusal("[2001:db8::a8]:8182", null, here).isEmpty());
        assertFalse(callers.refusal("[2001:db8::a7::]:8182", null, here).isEmpty());
    }

    @Test
    void whatIsRefusedIsShownOnOneShortLine() throws Exception {
        Callers callers = new Callers(new InetSocketAddress(InetAddress.getLoopbackAddress(), 8182), null);
        String refusal = callers.refusal("a\r\nb" + "x".repeat(10_000), null, InetAddress.getLoopbackAddress());
        assertTrue(refusal.length() < 300 && !refusal.contains("\n"), refusal);
    }
}
