package io.pragh.benchmarks.neo4j;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.micro.FriendsGraph;
import io.pragh.benchmarks.micro.FriendsQuestion;
import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** Friends of friends by Neo4j's Java core API, in a database within this process whose pages all are in memory. One thread. */
// It asks as tersely as this API can: by the identifiers of nodes, which are deprecated and not removed, it makes no
// objects for friends of friends, and the degree of a node says how many there are. A bit for each node tells which
// were seen.
@SuppressWarnings("removal")
public final class Neo4jFriends implements FriendsGraph {
    private static final RelationshipType LINK = RelationshipType.withName("link");
    private static final Label VERTEX = Label.label("vertex");
    private static final int BATCH = 5000;
    private static final long PAGE_CACHE_BYTES = 1L << 30;

    private final Path folder;
    private final DatabaseManagementService service;
    private final GraphDatabaseService database;
    private final long[] ids;

    /** Fills a database in a temporary folder with an R-MAT graph's vertices and edges. */
    public Neo4jFriends(RmatParameters parameters) throws IOException {
        folder = Files.createTempDirectory("pragh-neo4j");
        service = new DatabaseManagementServiceBuilder(folder)
                .setConfig(GraphDatabaseSettings.pagecache_memory, PAGE_CACHE_BYTES)
                .setConfig(GraphDatabaseSettings.udc_enabled, false) // or it would report to its makers
                .build();
        database = service.database(GraphDatabaseSettings.DEFAULT_DATABASE_NAME);
        ids = new long[(int) parameters.vertexCount()];
        fill(parameters);
    }

    private void fill(RmatParameters parameters) {
        for (int first = 0; first < ids.length; first += BATCH) {
            try (Transaction transaction = database.beginTx()) {
                for (int i = first; i < Math.min(ids.length, first + BATCH); i++) {
                    ids[i] = transaction.createNode(VERTEX).getId();
                }
                transaction.commit();
            }
        }
        long[] sources = new long[BATCH];
        long[] targets = new long[BATCH];
        int[] count = {0};
        new RmatEdges(parameters)
                .forEach(
                        (source, target) -> {
                            sources[count[0]] = ids[(int) source];
                            targets[count[0]++] = ids[(int) target];
                            if (count[0] == BATCH) {
                                link(sources, targets, BATCH);
                                count[0] = 0;
                            }
                        },
                        Progress.NONE);
        link(sources, targets, count[0]);
    }

    private void link(long[] sources, long[] targets, int count) {
        try (Transaction transaction = database.beginTx()) {
            for (int i = 0; i < count; i++) {
                transaction.getNodeById(sources[i]).createRelationshipTo(transaction.getNodeById(targets[i]), LINK);
            }
            transaction.commit();
        }
    }

    @Override
    public long id(long vertex) {
        return ids[(int) vertex];
    }

    @Override
    public long[] friends(long id) {
        try (Transaction transaction = database.beginTx();
                ResourceIterator<Relationship> links = links(transaction.getNodeById(id))) {
            long[] friends = new long[MOST];
            int count = 0;
            while (count < MOST && links.hasNext()) {
                friends[count++] = links.next().getEndNodeId();
            }
            return Arrays.copyOf(friends, count);
        }
    }

    @Override
    public long answer(FriendsQuestion question, long vertex) {
        try (Transaction transaction = database.beginTx()) {
            Node start = transaction.getNodeById(ids[(int) vertex]);
            return switch (question) {
                case COUNT -> count(start);
                case SUM -> sum(start);
                case DISTINCT -> distinct(start);
            };
        }
    }

    private static ResourceIterator<Relationship> links(Node node) {
        return node.getRelationships(Direction.OUTGOING, LINK).iterator();
    }

    /** A node knows how many friends it has when they are many. */
    private static long count(Node start) {
        long count = 0;
        try (ResourceIterator<Relationship> links = links(start)) {
            for (int i = 0; i < MOST && links.hasNext(); i++) {
                count += Math.min(MOST, links.next().getEndNode().getDegree(LINK, Direction.OUTGOING));
            }
        }
        return count;
    }

    private static long sum(Node start) {
        long sum = 0;
        try (ResourceIterator<Relationship> links = links(start)) {
            for (int i = 0; i < MOST && links.hasNext(); i++) {
                try (ResourceIterator<Relationship> ends = links(links.next().getEndNode())) {
                    for (int j = 0; j < MOST && ends.hasNext(); j++) {
                        sum += ends.next().getEndNodeId();
                    }
                }
            }
        }
        return sum;
    }

    private static long distinct(Node start) {
        BitSet seen = new BitSet();
        try (ResourceIterator<Relationship> links = links(start)) {
            for (int i = 0; i < MOST && links.hasNext(); i++) {
                try (ResourceIterator<Relationship> ends = links(links.next().getEndNode())) {
                    for (int j = 0; j < MOST && ends.hasNext(); j++) {
                        seen.set((int) ends.next().getEndNodeId());
                    }
                }
            }
        }
        return seen.cardinality();
    }

    @Override
    public void close() {
        service.shutdown();
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : innermostFirst) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new PraghException("the folder of a database cannot be removed: folder=" + folder, failure);
        }
    }
}
