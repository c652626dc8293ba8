package io.pragh.tinkerpop.cli;

import java.io.IOException;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options by which client commands connect to a server. One thread. */
public final class ServerLogin {
    private static final int PORT_USUAL = 8182;
    private static final int PORT_MAX = 65_535;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description =
                    "User of the server; the password is taken from PRAGH_PASSWORD. Not needed for what pragh cluster start has started.")
    private @Nullable String user;

    @Option(names = "--tls", description = "The server serves TLS, with a certificate that the JDK trusts.")
    private boolean tls;

    /**
     * Connects to the server at the user's address. The login of a cluster that this user has started on this machine
     * is known.
     *
     * @param name name of the option with the address, for the error message
     */
    public Cluster.Builder server(String name, String text) {
        return server(name, text, null);
    }

    /**
     * As {@link #server(String, String)}, for a server whose login may be known.
     *
     * @param known used unless another one is given; null to look for it among the clusters of this machine
     */
    public Cluster.Builder server(String name, String text, @Nullable LocalLogin known) {
        int colon = text.lastIndexOf(':');
        boolean withPort = colon >= 0 && text.indexOf(']') < colon;
        int port = PORT_USUAL;
        if (withPort) {
            try {
                port = Integer.parseInt(text.substring(colon + 1));
            } catch (NumberFormatException notANumber) {
                port = 0;
            }
        }
        if (port < 1 || port > PORT_MAX) {
            throw new CliException("a server is written HOST:PORT: " + name + "=" + text);
        }
        String host = withPort ? text.substring(0, colon) : text;
        Cluster.Builder builder = Cluster.build(host)
                .port(port)
                .maxContentLength(Integer.MAX_VALUE)
                .enableSsl(tls);
        if (user != null) {
            String password = System.getenv("PRAGH_PASSWORD");
            if (password == null) {
                throw new CliException("the environment has no PRAGH_PASSWORD for --user=" + user);
            }
            builder.credentials(user, password);
        } else {
            LocalLogin login = known == null ? found(host, port) : known;
            if (login != null) {
                builder.credentials(login.user(), login.password());
            }
        }
        return builder;
    }

    private static @Nullable LocalLogin found(String host, int port) {
        try {
            return LocalLogin.find(LocalLogin.clusters(), host, port).orElse(null);
        } catch (IOException unreadable) {
            throw new CliException("the login of a cluster of this machine cannot be read; give --user: server=" + host
                    + ":" + port + " reason=" + unreadable.getMessage());
        }
    }

    /** The reason for a refusal by a server or a failed connection, in one line. */
    public static String reason(Throwable refused) {
        Throwable cause = refused;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof ResponseException answer
                && answer.getResponseStatusCode() == ResponseStatusCode.FORBIDDEN) { // by the driver, not by the server
            return "the server asks for a login; give --user, and the password as PRAGH_PASSWORD";
        }
        return String.valueOf(cause.getMessage()).strip().lines().findFirst().orElse("");
    }
}
