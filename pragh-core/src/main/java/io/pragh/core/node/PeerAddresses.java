package io.pragh.core.node;

import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.fabric.Fabric;

/** Tells a fabric the addresses of the members. Stateless. */
final class PeerAddresses {
    private PeerAddresses() {}

    /** Tells them now, and again with every later view. */
    static void follow(Fabric fabric, Membership membership) {
        membership.onChange(later -> tell(fabric, later));
        tell(fabric, membership.view());
    }

    private static void tell(Fabric fabric, ClusterView view) {
        for (ClusterView.Member member : view.members()) {
            if (member.node() != fabric.self()) {
                fabric.meet(member.node(), member.address());
            }
        }
    }
}
