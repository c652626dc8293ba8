package io.pragh.coordinator;

import io.pragh.coordinator.zookeeper.ZooKeeperSession;
import io.pragh.core.base.PraghException;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.PlacementMode;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A parsed connect string: {@code scheme:[hosts/]graph[?name=value[&name=value …]]}. Immutable.
 *
 * @param scheme {@code zk} or {@code embedded}
 * @param hosts the part before the slash, empty when there is none: hosts and ports of ZooKeeper, or the port to
 *     serve it on
 * @param graph the graph's name
 * @param options the part behind the question mark
 */
record ConnectString(String scheme, String hosts, String graph, Map<String, String> options) {
    /** Whether this process stands for coordinator too: {@code none}, {@code eager} or {@code deferred}. */
    static final String COORDINATOR = "coordinator";
    /** How often nodes report, in milliseconds; the planner measures its patience in such reports. */
    static final String REPORT_MILLIS = "reportMillis";
    /** Directory for the data of an embedded ZooKeeper; a temporary one if not given. */
    static final String DATA = "data";

    /** The ensemble of an embedded ZooKeeper: {@code client:quorum:election} for each server, commas between. */
    static final String ENSEMBLE = "ensemble";

    /** How long a process may be silent before it counts as gone, in milliseconds. */
    static final String SESSION_MILLIS = ZooKeeperSession.TIMEOUT_OPTION;
    /**
     * Whether members whose machines refuse connections are expelled before their sessions end: {@code true} or
     * {@code false}.
     */
    static final String EXPEL_REFUSED = "expelRefused";

    /** Session timeout when all nodes are in one process, where silence means a busy machine. */
    static final int SESSION_MILLIS_EMBEDDED = 20_000;

    private static final long REPORT_MILLIS_DEFAULT = 10_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final String NO_COORDINATOR = "none";

    static ConnectString parse(String connect) {
        int colon = connect.indexOf(':');
        if (colon < 1) {
            throw new PraghException("a connect string starts with a scheme and a colon: connect=" + connect);
        }
        int question = connect.indexOf('?');
        String place = connect.substring(colon + 1, question < 0 ? connect.length() : question);
        int slash = place.lastIndexOf('/');
        TreeMap<String, String> options = new TreeMap<>();
        if (question >= 0) {
            for (String option : connect.substring(question + 1).split("&", -1)) {
                int equals = option.indexOf('=');
                if (equals < 1 || options.put(option.substring(0, equals), option.substring(equals + 1)) != null) {
                    throw new PraghException("an option of a connect string is name=value, each name once: option="
                            + option + " connect=" + connect);
                }
            }
        }
        return new ConnectString(
                connect.substring(0, colon),
                place.substring(0, Math.max(0, slash)),
                place.substring(slash + 1),
                options);
    }

    /** Opens a session to the ZooKeeper at these hosts. */
    ZooKeeperSession open(String at, int sessionMillisOtherwise, CoordinationKey key) {
        return ZooKeeperSession.open(at, graph, sessionMillis(sessionMillisOtherwise), key);
    }

    /** Throws unless every option is one of these names. */
    ConnectString allowing(String... names) {
        for (String option : options.keySet()) {
            if (!java.util.Arrays.asList(names).contains(option)) {
                throw new PraghException("there is no such option: option=" + option + " scheme=" + scheme + " known="
                        + String.join(",", names));
            }
        }
        return this;
    }

    /**
     * The planning mode of the coordinator that the options ask for; {@link PlacementMode#INSTANT} when they ask for
     * none.
     */
    PlacementMode coordinator(PlacementMode otherwise) {
        String wanted = options.get(COORDINATOR);
        if (wanted == null) {
            return otherwise;
        }
        if (wanted.equals(NO_COORDINATOR)) {
            return PlacementMode.INSTANT;
        }
        for (PlacementMode mode : PlacementMode.values()) {
            if (mode.isPlanned() && mode.name().toLowerCase(Locale.ROOT).equals(wanted)) {
                return mode;
            }
        }
        throw new PraghException("a coordinator is none, eager or deferred: coordinator=" + wanted);
    }

    long reportNanos() {
        return Math.multiplyExact(millis(REPORT_MILLIS, REPORT_MILLIS_DEFAULT), NANOS_PER_MILLI);
    }

    /** The value of the option; true when it is not given. */
    boolean expelRefused() {
        String wanted = options.getOrDefault(EXPEL_REFUSED, "true");
        if (!wanted.equals("true") && !wanted.equals("false")) {
            throw new PraghException("this option is true or false: " + EXPEL_REFUSED + "=" + wanted);
        }
        return wanted.equals("true");
    }

    int sessionMillis(int otherwise) {
        return (int) millis(SESSION_MILLIS, otherwise);
    }

    private long millis(String option, long otherwise) {
        String millis = options.get(option);
        try {
            return millis == null ? otherwise : Integer.parseUnsignedInt(millis);
        } catch (NumberFormatException e) {
            throw new PraghException("this option is a number of milliseconds: " + option + "=" + millis, e);
        }
    }
}
