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
 *   name | address | server | ready | folder 8 | latest 8 | partitions | (partition, state, to 8) …
 *   texts, and numbers of seven bits per byte
 * </pre>
 */
final class MemberCodec {
    /** The least bytes of a member. */
    static final int BYTES_MIN = 13;

    /** The states by their codes. */
    private static final List<KeptShare.State> STATES =
            List.of(KeptShare.State.SETTLED, KeptShare.State.LEAVING, KeptShare.State.ARRIVING);

    private MemberCodec() {}

    static void write(ClusterView.Member member, PayloadWriter payload) {
        KeptShare keeps = member.keeps();
        payload.text(member.name())
                .text(member.address())
                .text(member.server())
                .count(keeps.ready() ? 1 : 0)
                .word(keeps.folder())
                .word(keeps.latest())
                .count(keeps.holdings().size());
        for (KeptShare.Holding holding : keeps.holdings()) {
            payload.count(holding.partition())
                    .count(STATES.indexOf(holding.state()))
                    .word(holding.to());
        }
    }

    static ClusterView.Member read(int node, PayloadReader payload) {
        return read(node, payload, true);
    }

    /** The same; {@code folders} is false for a record of a version that did not know the folders' numbers. */
    static ClusterView.Member read(int node, PayloadReader payload, boolean folders) {
        String name = payload.text();
        String address = payload.text();
        String server = payload.text();
        boolean ready = payload.count(1) == 1;
        long folder = folders ? payload.word() : 0;
        long latest = payload.word();
        int count = payload.count(HomeMap.PARTITIONS_MAX);
        List<KeptShare.Holding> holdings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int partition = payload.count(HomeMap.PARTITIONS_MAX);
            if (!folders) {
                holdings.add(KeptShare.Holding.settled(partition));
                continue;
            }
            KeptShare.State state = STATES.get(payload.count(STATES.size() - 1));
            holdings.add(new KeptShare.Holding(partition, state, payload.word()));
        }
        return new ClusterView.Member(node, name, address, server, new KeptShare(folder, holdings, latest, ready));
    }
}
