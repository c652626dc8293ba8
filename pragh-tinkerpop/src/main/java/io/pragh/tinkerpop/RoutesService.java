package io.pragh.tinkerpop;

import io.pragh.core.cluster.ClusterView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The service {@code g.call("pragh.routes")}: answers one map with the nodes, the partitions that each of them
 * serves, and its address for clients. Any thread.
 *
 * <pre>
 *   epoch: long, partitions: int, members: [ { node: int, name: text, server: "host:port" or "", partitions: [ int … ] } … ]
 * </pre>
 */
public final class RoutesService extends MapService {
    /** Name of the service. */
    public static final String NAME = "pragh.routes";
    /** In the answer: grows with every change of the cluster. */
    public static final String EPOCH = "epoch";
    /** In the answer, the number of the graph's partitions; in a member, the partitions that it serves. */
    public static final String PARTITIONS = "partitions";
    /** In the answer: the nodes. */
    public static final String MEMBERS = "members";
    /** In a member: its number. */
    public static final String NODE = "node";
    /** In a member: its name for users. */
    public static final String MEMBER_NAME = "name";
    /** In a member: its address for clients, or empty. */
    public static final String SERVER = "server";

    private final Supplier<ClusterView> view;

    RoutesService(Supplier<ClusterView> view) {
        super(NAME);
        this.view = view;
    }

    @Override
    Map<String, Object> answer(Map<?, ?> params) {
        ClusterView now = view.get();
        List<Map<String, Object>> members = new ArrayList<>();
        for (ClusterView.Member member : now.members()) {
            List<Integer> served = new ArrayList<>();
            for (int partition : now.partitionsOf(member.node())) {
                served.add(partition);
            }
            Map<String, Object> told = new LinkedHashMap<>();
            told.put(NODE, member.node());
            told.put(MEMBER_NAME, member.name());
            told.put(SERVER, member.server());
            told.put(PARTITIONS, served);
            members.add(told);
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put(EPOCH, now.epoch());
        answer.put(PARTITIONS, now.partitions());
        answer.put(MEMBERS, members);
        return answer;
    }
}
