package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.pragh.core.base.PraghException;
import io.pragh.testkit.ManualClock;
import io.pragh.testkit.Opened;
import io.pragh.tinkerpop.client.RoutedCluster;
import io.pragh.tinkerpop.server.Logins.Credentials;
import io.pragh.tinkerpop.server.Logins.Outcome;
import java.io.IOException;
import java.net.Authenticator;
import java.net.InetAddress;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.mindrot.jbcrypt.BCrypt;
import org.slf4j.LoggerFactory;

/**
 * Checks how a server treats strangers that try passwords: each check takes the same time for any name and password
 * and delays no other client, and an address has to wait after several failures.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class LoginsTest {
    private static final Credentials RIGHT = new Credentials("ada", "secret");
    private static final Credentials GUESS = new Credentials("ada", "guess");

    @TempDir
    private Path folder;

    @RegisterExtension
    private final Opened opened = new Opened();

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger hashed = new AtomicInteger();

    private UserTable users(UserTable.Hashing hashing, String... lines) throws IOException {
        return UserTable.read(Files.writeString(folder.resolve("users"), String.join("\n", lines)), hashing);
    }

    private static InetAddress address(int number) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number});
    }

    private static Outcome login(Logins logins, InetAddress from, Credentials said) throws InterruptedException {
        BlockingQueue<Outcome> told = new LinkedBlockingQueue<>();
        logins.check(from, said, told::add);
        Outcome outcome = told.poll(30, TimeUnit.SECONDS);
        assertNotNull(outcome);
        return outcome;
    }

    private boolean count(String password, String hash) {
        hashed.incrementAndGet();
        return false;
    }

    @Test
    void everyNameAndPasswordCostsTheSame() throws IOException {
        AtomicLong rounds = new AtomicLong();
        UserTable users = users(
                (password, hash) -> {
                    rounds.addAndGet(1L << Integer.parseInt(hash.substring(4, 6)));
                    return BCrypt.checkpw(password, "$2a$04" + hash.substring(6)); // cost 4: others take long
                },
                "ada:secret",
                "bob:" + BCrypt.hashpw("geheim", BCrypt.gensalt(4)),
                "eve:" + BCrypt.hashpw("segreto", BCrypt.gensalt(4)).replace("$2a$04", "$2y$11"));
        Map<String, Long> costs = new TreeMap<>();
        for (String name : List.of("ada", "bob", "eve", "nobody", "")) {
            for (String password : List.of("secret", "geheim", "segreto", "")) {
                rounds.set(0);
                users.accepts(name, password);
                costs.put(name + ":" + password, rounds.get());
            }
        }
        assertEquals(Set.of(1L << 11), Set.copyOf(costs.values()), costs::toString);
        assertTrue(users.accepts("ada", "secret"));
        assertTrue(users.accepts("bob", "geheim"));
        assertTrue(users.accepts("eve", "segreto"));
        assertFalse(users.accepts("ada", "geheim"));
    }

    @Test
    void passwordsInPlainAreAsSlowToGuessAtAsHashes() throws IOException {
        List<String> hashes = new ArrayList<>();
        users((password, hash) -> hashes.add(hash), "ada:secret").accepts("ada", "guess");
        assertTrue(hashes.get(0).startsWith("$2a$10$"), hashes::toString);
    }

    @Test
    void whoeverIsLoggedInIsAnsweredWhilePasswordsAreChecked() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        opened.open(held::countDown);
        Set<String> threads = ConcurrentHashMap.newKeySet();
        BlockingQueue<String> begun = new LinkedBlockingQueue<>();
        UserTable users = users(
                (password, hash) -> {
                    threads.add(Thread.currentThread().getName());
                    if (password.equals("guess")) {
                        begun.add(password);
                        awaitEnd(held);
                    }
                    return true;
                },
                "ada:secret");
        ServedGraph served = opened.open(new ServedGraph(users, null));
        Cluster cluster = served.cluster()
                .credentials("ada", "secret")
                .minConnectionPoolSize(1)
                .maxConnectionPoolSize(1) // each connection logs in
                .create();
        Client client = cluster.connect();
        assertEquals(1, client.submit("g.inject(1)").one().getInt());
        List<CompletableFuture<?>> guesses = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            guesses.add(CompletableFuture.runAsync(() -> post(served, "ada:guess")));
        }
        assertNotNull(begun.poll(30, TimeUnit.SECONDS)); // and its check does not end before the loop below
        for (int i = 0; i < 100; i++) {
            assertEquals(i, client.submit("g.inject(" + i + ")").one().getInt());
        }
        assertEquals(0, guesses.stream().filter(CompletableFuture::isDone).count());
        held.countDown();
        CompletableFuture.allOf(guesses.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        assertTrue(threads.stream().allMatch(name -> name.startsWith(Logins.THREAD)), threads::toString);
        cluster.close();
    }

    private static void awaitEnd(CountDownLatch held) {
        try {
            held.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private static RawHttp.Answer post(ServedGraph served, String credentials) {
        String basic = Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
        try {
            return RawHttp.send(
                    served.address(),
                    "POST /gremlin",
                    "{\"gremlin\": \"g.inject(1)\"}",
                    "Host: localhost",
                    "Authorization: Basic " + basic);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void anAddressWaitsAfterFiveFailuresAndMayThenTryAgain() throws Exception {
        Logins logins = new Logins(users(this::count, "ada:secret"), clock);
        for (int i = 0; i < FailedLogins.FREE; i++) {
            assertFalse(login(logins, address(1), GUESS).isForNow());
        }
        Outcome paused = login(logins, address(1), RIGHT);
        assertTrue(paused.isForNow());
        assertTrue(paused.refusal().contains("wait"), paused::toString);
        assertEquals(FailedLogins.FREE, hashed.get(), "what is refused is not hashed");
        assertTrue(login(logins, address(2), RIGHT).isRight());
        clock.advance(FailedLogins.PAUSE_NANOS - 1);
        assertFalse(login(logins, address(1), RIGHT).isRight());
        clock.advance(1);
        assertTrue(login(logins, address(1), RIGHT).isRight());
    }

    @Test
    void pausesGetLongerUpToAMinute() throws Exception {
        FailedLogins failures = new FailedLogins(clock);
        long pause = FailedLogins.PAUSE_NANOS;
        for (int i = 1; i <= 40; i++) {
            failures.failed(address(1));
            long expected = i < FailedLogins.FREE ? 0 : Math.min(pause, FailedLogins.PAUSE_NANOS_MAX);
            assertEquals(expected, failures.pauseNanos(address(1)), "failures: " + i);
            pause = i < FailedLogins.FREE ? pause : Math.min(2 * pause, FailedLogins.PAUSE_NANOS_MAX);
        }
        clock.advance(FailedLogins.MEMORY_NANOS);
        failures.failed(address(1));
        assertEquals(0, failures.pauseNanos(address(1)));
    }

    @Test
    void moreAddressesThanThereIsRoomForAreForgotten() throws Exception {
        FailedLogins failures = new FailedLogins(clock);
        for (int i = 0; i < FailedLogins.FREE; i++) {
            failures.failed(address(0));
        }
        for (int i = 1; i < FailedLogins.ADDRESSES_MAX; i++) {
            failures.failed(address(i));
        }
        assertTrue(failures.pauseNanos(address(0)) > 0);
        for (int i = 0; i < 100_000; i++) {
            failures.failed(address(10_000 + i));
        }
        assertEquals(FailedLogins.ADDRESSES_MAX, failures.addresses());
        assertEquals(0, failures.pauseNanos(address(0)));
    }

    @Test
    void failuresAreToldInALineAMinute() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(FailedLogins.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.WARN);
        opened.open(() -> logger.setLevel(null));
        opened.open(() -> logger.detachAppender(lines));
        FailedLogins failures = new FailedLogins(clock);
        for (int i = 0; i < 100; i++) {
            failures.failed(address(i));
        }
        clock.advance(TimeUnit.MINUTES.toNanos(1));
        failures.failed(address(7));
        assertEquals(
                List.of(
                        "logins have failed: failures=1 last=10.0.0.0",
                        "logins have failed: failures=100 last=10.0.0.7"),
                lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList());
    }

    @Test
    void oneAddressDoesNotTakeAllThePlacesOfThoseWhoWait() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        opened.open(held::countDown);
        Logins logins = new Logins(
                users(
                        (password, hash) -> {
                            awaitEnd(held);
                            return true;
                        },
                        "ada:secret"),
                clock);
        BlockingQueue<Outcome> told = new LinkedBlockingQueue<>();
        for (int i = 0; i < 1_000; i++) {
            logins.check(address(1), GUESS, told::add);
        }
        assertTrue(told.size() > 800, told::toString);
        assertTrue(told.stream().allMatch(Outcome::isForNow));
        BlockingQueue<Outcome> other = new LinkedBlockingQueue<>();
        logins.check(address(2), RIGHT, other::add);
        held.countDown();
        Outcome outcome = other.poll(30, TimeUnit.SECONDS);
        assertNotNull(outcome);
        assertTrue(outcome.isRight());
    }

    @Test
    void aConnectionOverHttpIsHashedForOnce() throws Exception {
        ServedGraph served = opened.open(new ServedGraph(users(this::count, "ada:secret", "bob:geheim"), null));
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        for (int i = 0; i < 5; i++) {
            assertEquals(200, post(client, served, "ada:secret"));
        }
        assertEquals(1, hashed.get());
        assertEquals(401, post(client, served, "bob:guess"));
        assertEquals(2, hashed.get());
    }

    @Test
    void theMarkOfAnEditorIsNoPartOfTheFirstName() throws IOException {
        UserTable users = users((password, hash) -> false, "\uFEFFada:secret", "bob:geheim");
        assertTrue(users.accepts("ada", "secret"));
        assertTrue(users.accepts("bob", "geheim"));
        assertFalse(users.accepts("\uFEFFada", "secret"));
    }

    @Test
    void aRoutedClientWithAWrongPasswordIsToldSo() throws Exception {
        ServedGraph served = opened.open(new ServedGraph(users((password, hash) -> false, "ada:secret"), null));
        PraghException refused = assertThrows(
                PraghException.class,
                () -> RoutedCluster.open(
                        List.of(PraghServer.text(served.address())),
                        address -> served.cluster().credentials("ada", "guess").create()));
        assertTrue(
                String.valueOf(refused.getMessage()).contains("reason=the name or the password is wrong contacts=["),
                refused::toString);
    }

    /** A client that sends its password only when it is asked for one, as the JDK's does. */
    @Test
    void aRefusalOverHttpSaysHowToLogIn() throws Exception {
        ServedGraph served = opened.open(new ServedGraph(users((password, hash) -> true, "ada:secret"), null));
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .authenticator(new Authenticator() {
                    @Override
                    protected PasswordAuthentication getPasswordAuthentication() {
                        return new PasswordAuthentication("ada", "secret".toCharArray());
                    }
                })
                .build();
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://" + PraghServer.text(served.address()) + "/gremlin"))
                        .POST(HttpRequest.BodyPublishers.ofString("{\"gremlin\": \"g.inject(1)\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertEquals(200, answer.statusCode(), answer::body);
    }

    @Test
    void theNameOfTheSchemeIsWrittenInAnyCase() throws Exception {
        ServedGraph served = opened.open(new ServedGraph(users((password, hash) -> true, "ada:secret"), null));
        String login = Base64.getEncoder().encodeToString("ada:secret".getBytes(StandardCharsets.UTF_8));
        for (String scheme : List.of("Basic", "basic", "BASIC")) {
            RawHttp.Answer answer = RawHttp.send(
                    served.address(),
                    "POST /gremlin",
                    "{\"gremlin\": \"g.inject(1)\"}",
                    "Host: localhost",
                    "Authorization: " + scheme + " " + login);
            assertEquals(200, answer.status(), scheme);
        }
    }

    /** Each login would fail, whoever's it is: all are compared with as many rounds. */
    @Test
    void aHashOfACostThatCannotBeComputedIsRefusedWithItsLine() {
        String hash = BCrypt.hashpw("geheim", BCrypt.gensalt(4));
        for (String cost : List.of("00", "03", "31", "99")) {
            String damaged = "$2y$" + cost + hash.substring(6);
            PraghException refused = assertThrows(
                    PraghException.class, () -> users(BCrypt::checkpw, "ada:secret", "bob:" + damaged), cost);
            assertTrue(String.valueOf(refused.getMessage()).endsWith("line=2"), refused::toString);
        }
    }

    private static int post(HttpClient client, ServedGraph served, String credentials) throws Exception {
        String basic = Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
        return client.send(
                        HttpRequest.newBuilder(URI.create("http://" + PraghServer.text(served.address()) + "/gremlin"))
                                .header("Authorization", "Basic " + basic)
                                .POST(HttpRequest.BodyPublishers.ofString("{\"gremlin\": \"g.inject(1)\"}"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** Over both protocols, and by the system's clock. */
    @Test
    void aServerHasStrangersWait() throws Exception {
        ServedGraph served = opened.open(new ServedGraph(users((password, hash) -> false, "ada:secret"), null));
        for (int i = 0; i < FailedLogins.FREE; i++) {
            assertEquals(401, post(served, "ada:guess").status());
        }
        RawHttp.Answer paused = post(served, "ada:secret");
        assertEquals(429, paused.status());
        assertTrue(paused.text().contains("wait seconds="), paused::text);
        int tries = 0;
        while (post(served, "ada:secret").status() != 200) {
            tries++; // a refusal does not make the pause longer
        }
        assertTrue(tries > 0);
        Cluster cluster = served.cluster().credentials("ada", "secret").create();
        assertEquals(1, cluster.connect().submit("g.inject(1)").one().getInt());
        cluster.close();
    }
}
