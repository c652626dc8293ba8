package io.pragh.tinkerpop;

import io.pragh.core.cluster.ClusterView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.structure.service.Service;
import org.apache.tinkerpop.gremlin.structure.util.CloseableIterator;

/**
 * What {@code g.call("pragh.routes")} answers: one map that says which node serves which partitions, and where clients reach it. Any
 * thread.
 *
 * <pre>
 *   epoch: long, partitions: int, members: [ { node: int, name: text, server: "host:port" or "", partitions: [ int … ] } … ]
 * </pre>
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // as the interface is
public final class RoutesService
        implements Service.ServiceFactory<Object, Map<String, Object>>, Service<Object, Map<String, Object>> {
    /** What it is called by. */
    public static final String NAME = "pragh.routes";
    /** In the answer: grows with every change of the cluster. */
    public static final String EPOCH = "epoch";
    /** In the answer, how many partitions the graph has; in a member, which of them it serves. */
    public static final String PARTITIONS = "partitions";
    /** In the answer: the nodes. */
    public static final String MEMBERS = "members";
    /** In a member: its number. */
    public static final String NODE = "node";
    /** In a member: what people call it. */
    public static final String MEMBER_NAME = "name";
    /** In a member: where clients reach it, or empty. */
    public static final String SERVER = "server";

    private final Supplier<ClusterView> view;

    RoutesService(Supplier<ClusterView> view) {
        this.view = view;
    }

    private static Map<String, Object> answer(ClusterView view) {
        List<Map<String, Object>> members = new ArrayList<>();
        for (ClusterView.Member member : view.members()) {
            List<Integer> served = new ArrayList<>();
            for (int partition : view.partitionsOf(member.node())) {
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
        answer.put(EPOCH, view.epoch());
        answer.put(PARTITIONS, view.partitions());
        answer.put(MEMBERS, members);
        return answer;
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public Set<Type> getSupportedTypes() {
        return Set.of(Type.Start);
    }

    @Override
    public Service<Object, Map<String, Object>> createService(boolean isStart, Map params) {
        return this;
    }

    @Override
    public Type getType() {
        return Type.Start;
    }

    @Override
    public CloseableIterator<Map<String, Object>> execute(ServiceCallContext context, Map params) {
        return CloseableIterator.of(List.of(answer(view.get())).iterator());
    }

    @Override
    public void close() {
        // nothing is open
    }
}
