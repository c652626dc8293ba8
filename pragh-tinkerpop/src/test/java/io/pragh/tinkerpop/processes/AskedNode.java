package io.pragh.tinkerpop.processes;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.LostValueException;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.NodeStatistics.Standing;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.node.ClusterNode;
import io.pragh.core.node.NodeSession;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The main class of a process that is a node of a cluster over TCP and obeys orders. It prints {@code joined NUMBER}
 * when it is a member, and then answers {@code members}, {@code partitions NUMBER}, {@code write PARTITION VALUE} and
 * {@code read PARTITION}. Each partition is the home of one value. When the node is expelled, the process prints so
 * and ends with {@link LoadedNode#EXPELLED}. One thread.
 */
final class AskedNode {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long CALL_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final ClusterNode cluster;

    private AskedNode(LoadedNode.Seat seat, String advertise) {
        this.cluster =
                ClusterNode.join(seat.clusterSeat(advertise), seat.config(CALL_NANOS), ListOperations.ALL, failed -> {
                    // to standard error, which is this process's log; answers go to standard output
                    failed.printStackTrace();
                    System.exit(1);
                });
    }

    /** Arguments: those of a seat, and the address that others are told, or an empty word. */
    public static void main(String[] arguments) throws Exception {
        AskedNode node = new AskedNode(LoadedNode.Seat.of(arguments), arguments[8]);
        ChildProcess.say("joined " + node.cluster.node().self());
        Thread standing = new Thread(node::endWhenExpelled, "expelled");
        standing.setDaemon(true);
        standing.start();
        ChildProcess.obey(order -> ChildProcess.say(node.answer(order)));
    }

    private void endWhenExpelled() {
        while (cluster.standing() != Standing.EXPELLED) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        ChildProcess.say("expelled");
        System.exit(LoadedNode.EXPELLED);
    }

    private String answer(String[] order) {
        ClusterView view = cluster.node().view();
        return switch (order[0]) {
            case "members" ->
                "members " + view.members().stream().map(m -> "" + m.node()).collect(Collectors.joining(","));
            case "partitions" ->
                "partitions "
                        + IntStream.of(view.partitionsOf(Integer.parseInt(order[1])))
                                .mapToObj(Integer::toString)
                                .collect(Collectors.joining(","));
            case "write" -> "wrote " + write(Integer.parseInt(order[1]), Long.parseLong(order[2]));
            case "read" -> "read " + read(Integer.parseInt(order[1]));
            default -> throw new IllegalArgumentException("there is no such order: " + String.join(" ", order));
        };
    }

    private long key(int partition) {
        return GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, cluster.node().homes().mint(partition, 1));
    }

    private String write(int partition, long value) {
        byte[] body = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
        try (NodeSession session = cluster.node().openSession()) {
            return session.update(new Update(ValueOperation.WRITE, key(partition), 0, 0, body))
                    .toString();
        } catch (PraghException failed) {
            return failure(failed);
        }
    }

    private String read(int partition) {
        long[] found = {-1};
        try (NodeSession session = cluster.node().openSession()) {
            session.read(new long[] {key(partition)}, 0, 1, Long.BYTES, (index, region, body, bodyBytes) -> {
                found[0] = region.getLong(body);
            });
            return "" + found[0];
        } catch (PraghException failed) {
            return failure(failed);
        }
    }

    private static String failure(PraghException failed) {
        if (failed instanceof LostValueException) {
            return "lost";
        }
        if (!failed.retryable()) {
            throw failed;
        }
        return "again";
    }
}
