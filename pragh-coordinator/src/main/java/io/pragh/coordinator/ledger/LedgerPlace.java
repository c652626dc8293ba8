package io.pragh.coordinator.ledger;

import io.pragh.core.base.PraghException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parsed address of a data folder: {@code bookkeeper://host:port[,host:port …]/NAME[/NAME …][?sessionMillis=N]}.
 * Immutable.
 *
 * @param hosts hosts and ports of ZooKeeper
 * @param folder names with slashes between; empty for the parent of all folders
 * @param sessionMillis time of silence after which a process loses its folder
 */
record LedgerPlace(String hosts, String folder, int sessionMillis) {
    static final String SCHEME = "bookkeeper";
    static final int SESSION_MILLIS = 10_000;

    private static final String PART = "[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}";
    private static final Pattern ADDRESS = Pattern.compile(
            SCHEME + "://([^/?]+:\\d+)(?:/(" + PART + "(?:/" + PART + ")*)?)?/?(?:\\?sessionMillis=(\\d{1,7}))?");
    /** BookKeeper's data at ZooKeeper, for all folders. */
    private static final String ROOT = "/pragh-ledgers";

    /** Parses the address of a folder. */
    static LedgerPlace of(String address) {
        LedgerPlace place = ofService(address);
        if (place.folder.isEmpty()) {
            throw wrong(address);
        }
        return place;
    }

    /** Parses an address that may be without a folder. */
    static LedgerPlace ofService(String address) {
        Matcher said = ADDRESS.matcher(address);
        if (!said.matches() || said.group(2) != null && ("/" + said.group(2) + "/").contains("/lock/")) {
            throw wrong(address);
        }
        return new LedgerPlace(
                said.group(1),
                said.group(2) == null ? "" : said.group(2),
                said.group(3) == null ? SESSION_MILLIS : Integer.parseInt(said.group(3)));
    }

    private static PraghException wrong(String address) {
        return new PraghException("a data folder in BookKeeper is named " + SCHEME
                + "://HOST:PORT/NAME, of its ZooKeeper; a name is of letters, digits,"
                + " '_', '-' and dots, and not 'lock': address=" + address);
    }

    /** The address of BookKeeper's data at ZooKeeper. */
    String metadata() {
        return "zk+hierarchical://" + hosts.replace(',', ';') + ROOT;
    }

    @Override
    public String toString() {
        return SCHEME + "://" + hosts + "/" + folder;
    }
}
