package io.pragh.coordinator.zookeeper;

import io.pragh.coordinator.exchange.PayloadReader;
import io.pragh.coordinator.exchange.PayloadWriter;
import io.pragh.core.address.HomeMap;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.KeptShare;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes and decodes the facts about a member beside its number. Stateless.
 *
 * <pre>
 *   name | address | server | ready | latest | partitions | (partition) …      texts, and numbers of seven bits per byte
 * </pre>
 */
final class MemberCodec {
    /** The least bytes of a member. */
    static final int BYTES_MIN = 13;

    private MemberCodec() {}

    static void write(ClusterView.Member member, PayloadWriter payload) {
        KeptShare keeps = member.keeps();
        payload.text(member.name())
                .text(member.address())
                .text(member.server())
                .count(keeps.ready() ? 1 : 0)
                .word(keeps.latest())
                .count(keeps.partitions().size());
        keeps.partitions().forEach(payload::count);
    }

    static ClusterView.Member read(int node, PayloadReader payload) {
        String name = payload.text();
        String address = payload.text();
        String server = payload.text();
        boolean ready = payload.count(1) == 1;
        long latest = payload.word();
        int count = payload.count(HomeMap.PARTITIONS_MAX);
        List<Integer> partitions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            partitions.add(payload.count(HomeMap.PARTITIONS_MAX));
        }
        return new ClusterView.Member(node, name, address, server, new KeptShare(partitions, latest, ready));
    }
}
