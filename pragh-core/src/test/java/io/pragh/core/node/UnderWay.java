package io.pragh.core.node;

import java.util.List;

/** What nodes have not finished yet, for tests of other packages. Stateless. */
public final class UnderWay {
    private UnderWay() {}

    /** Whether every home has been told the end of every commit that it took part in: callers are answered before. */
    public static boolean noCommit(List<PraghNode> nodes) {
        return nodes.stream().allMatch(node -> node.parts.transactions.underWay() == 0);
    }
}
