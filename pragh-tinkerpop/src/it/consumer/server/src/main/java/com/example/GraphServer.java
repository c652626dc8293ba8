package com.example;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.server.PraghServer;
import io.pragh.tinkerpop.server.ServerConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;

/**
 * A graph behind a Gremlin Server until standard input ends. Arguments: options of the graph, as {@code key=value}.
 */
public final class GraphServer {
    private GraphServer() {}

    public static void main(String[] options) throws IOException {
        Configuration configuration = new BaseConfiguration();
        for (String option : options) {
            int equals = option.indexOf('=');
            configuration.setProperty(option.substring(0, equals), option.substring(equals + 1));
        }
        PraghGraph graph = PraghGraph.open(configuration);
        ServerConfig config = new ServerConfig(new InetSocketAddress("127.0.0.1", 0), null, true, null);
        try (PraghServer server = PraghServer.start(config, graph)) {
            System.out.println("port=" + server.address().getPort());
            while (System.in.read() >= 0) {}
        }
    }
}
