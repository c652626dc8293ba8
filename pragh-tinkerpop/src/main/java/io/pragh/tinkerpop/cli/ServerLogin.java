package io.pragh.tinkerpop.cli;

import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How commands that are clients reach a server. One thread. */
public final class ServerLogin {
    private static final int PORT_USUAL = 8182;
    private static final int PORT_MAX = 65_535;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "User of the server; the password is taken from PRAGH_PASSWORD.")
    private @Nullable String user;

    @Option(names = "--tls", description = "The server serves TLS, with a certificate that the JDK trusts.")
    private boolean tls;

    /**
     * The server at an address that somebody wrote.
     *
     * @param name of the option that has it, for the complaint
     */
    public Cluster.Builder server(String name, String text) {
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
        Cluster.Builder builder = Cluster.build(withPort ? text.substring(0, colon) : text)
                .port(port)
                .maxContentLength(Integer.MAX_VALUE)
                .enableSsl(tls);
        if (user != null) {
            String password = System.getenv("PRAGH_PASSWORD");
            if (password == null) {
                throw new CliException("the environment has no PRAGH_PASSWORD for --user=" + user);
            }
            builder.credentials(user, password);
        }
        return builder;
    }

    /** What a server or the way to it says is wrong, in one line. */
    public static String reason(Throwable refused) {
        Throwable cause = refused;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage()).strip().lines().findFirst().orElse("");
    }
}
