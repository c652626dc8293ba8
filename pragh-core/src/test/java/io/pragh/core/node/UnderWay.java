package io.pragh.core.node;

import java.util.List;

/** Tells tests of other packages what nodes have not finished yet. Stateless. */
public final class UnderWay {
    private UnderWay() {}

    /** Whether every home knows the end of every commit that it took part in; callers are answered before that. */
    public static boolean noCommit(List<PraghNode> nodes) {
        return nodes.stream().allMatch(node -> node.parts.transactions.underWay() == 0);
    }
}
