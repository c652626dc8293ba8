package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.PraghException;
import java.util.regex.Pattern;

/**
 * The paths of a graph's znodes at ZooKeeper. (e) vanishes with its writer's session; the others stay.
 *
 * <pre>
 *   /pragh/&lt;graph&gt;                parameters fixed at the graph's creation: partitions, founders
 *     /numbers                    its version counts the node numbers handed out
 *     /view                       the view of the cluster; its version is the epoch
 *     /members/&lt;node&gt;        (e)  name and addresses
 *     /refused/&lt;node&gt;-&lt;by&gt; (e)  a member's machine refuses the connections of another one
 *     /reports/&lt;node&gt;-&lt;slot&gt; (e)  ring of access reports of a node
 *     /plans/&lt;node&gt;/&lt;slot&gt;       ring of plans for a node
 *     /term                       its version counts the terms of coordinators
 *     /leader/…              (e)  the leader, and the candidates in order
 * </pre>
 *
 * <p>Everything is bounded by the number of nodes. Immutable.
 */
final class ZooKeeperPaths {
    /** Parent of all graphs of a ZooKeeper. */
    static final String ALL_GRAPHS = "/pragh";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}");

    private final String root;

    /** Paths of a graph; its name is of letters, digits, {@code _}, {@code -} and dots, and begins with no dot. */
    ZooKeeperPaths(String graph) {
        if (!NAME.matcher(graph).matches()) {
            throw new PraghException(
                    "a graph's name is of at most 100 letters, digits, '_', '-' and dots, and begins with no dot: graph="
                            + graph);
        }
        this.root = ALL_GRAPHS + "/" + graph;
    }

    String graph() {
        return root;
    }

    String numbers() {
        return root + "/numbers";
    }

    String view() {
        return root + "/view";
    }

    String members() {
        return root + "/members";
    }

    String member(int node) {
        return members() + "/" + node;
    }

    String refused() {
        return root + "/refused";
    }

    String refused(int node, int by) {
        return refused() + "/" + node + "-" + by;
    }

    String reports() {
        return root + "/reports";
    }

    String report(int node, long slot) {
        return reports() + "/" + node + "-" + slot;
    }

    String plans() {
        return root + "/plans";
    }

    String plans(int node) {
        return plans() + "/" + node;
    }

    String term() {
        return root + "/term";
    }

    String leader() {
        return root + "/leader";
    }
}
