package io.pragh.tinkerpop.cli;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles.Loaded;
import io.pragh.tinkerpop.load.LoadException;
import io.pragh.tinkerpop.load.RemoteCopy;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;

/** Sends a graph of this process to a server, in one transaction. Stateless. */
final class SentGraph {
    private SentGraph() {}

    /**
     * Sends all of it, or nothing; a bar shows the progress.
     *
     * @param server the server that {@code where}, the option with its value, names
     */
    static void send(PraghGraph here, Loaded loaded, Cluster.Builder server, String where) {
        Cluster cluster = server.create();
        try (LoadProgress progress = LoadProgress.sending(loaded.vertices() + loaded.edges())) {
            RemoteCopy.copy(here, traversal().with(DriverRemoteConnection.using(cluster, "g")), progress::step);
        } catch (LoadException tooLong) {
            throw new CliException(String.valueOf(tooLong.getMessage()));
        } catch (PraghException unknown) {
            throw unknown;
        } catch (RuntimeException refused) {
            throw new CliException("the server took nothing: " + where + " reason=" + ServerLogin.reason(refused));
        } finally {
            cluster.close();
        }
    }
}
