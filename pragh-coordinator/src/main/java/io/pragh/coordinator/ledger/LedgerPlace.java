package io.pragh.coordinator.ledger;

import io.pragh.coordinator.zookeeper.FolderRecord;
import io.pragh.core.base.PraghException;
import io.pragh.core.placement.CoordinationKey;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.bookkeeper.conf.AbstractConfiguration;

/**
 * The parsed address of a data folder: {@code bookkeeper://host:port[,host:port …]/NAME[/NAME …][?OPTION=VALUE[&OPTION=VALUE]]}.
 * Immutable.
 *
 * @param hosts hosts and ports of ZooKeeper
 * @param folder names with slashes between; empty for the parent of all folders
 * @param sessionMillis option: time of silence after which a process loses its folder
 * @param secretFile option: the file with the bookies' secret; empty: they have none
 */
record LedgerPlace(String hosts, String folder, int sessionMillis, String secretFile) {
    static final String SCHEME = "bookkeeper";
    static final int SESSION_MILLIS = 10_000;

    private static final String PART = "[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}";
    private static final Pattern ADDRESS =
            Pattern.compile(SCHEME + "://([^/?]+:\\d+)(?:/(" + PART + "(?:/" + PART + ")*)?)?/?(?:\\?(.*))?");
    private static final Pattern OPTION = Pattern.compile("(?:sessionMillis=(\\d{1,7})|secretFile=([^&]+))(?:&|$)");
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
        int sessionMillis = SESSION_MILLIS;
        String secretFile = "";
        String options = said.group(3) == null ? "" : said.group(3);
        Matcher option = OPTION.matcher(options);
        int end = 0;
        while (option.lookingAt()) {
            sessionMillis = option.group(1) == null ? sessionMillis : Integer.parseInt(option.group(1));
            secretFile = option.group(2) == null ? secretFile : option.group(2);
            end = option.end();
            option.region(end, options.length());
        }
        if (end < options.length()) {
            throw wrong(address);
        }
        String folder = said.group(2) == null ? "" : said.group(2);
        return new LedgerPlace(said.group(1), folder, sessionMillis, secretFile);
    }

    private static PraghException wrong(String address) {
        return new PraghException("a data folder in BookKeeper is named " + SCHEME
                + "://HOST:PORT/NAME, of its ZooKeeper; a name is of letters, digits,"
                + " '_', '-' and dots, and not 'lock'. ?sessionMillis=N and ?secretFile=FILE may follow, with & between:"
                + " address=" + address);
    }

    /** Opens ZooKeeper's record of the folder. */
    FolderRecord record() {
        CoordinationKey key = secretFile.isEmpty()
                ? CoordinationKey.NONE
                : BookieKey.ofFile(secretFile).coordination();
        return FolderRecord.open(hosts, folder, sessionMillis, key);
    }

    /** Completes the configuration of a bookie or of a client. */
    void configure(AbstractConfiguration<?> configuration) {
        KeyedZooKeeper.register();
        configuration.setMetadataServiceUri(metadata());
        configuration.setZkTimeout(sessionMillis);
        if (!secretFile.isEmpty()) {
            configuration.setProperty(BookieKey.FILE, secretFile);
            configuration.setZkEnableSecurity(true);
            configuration.setProperty("zkLedgersRootPath", ROOT); // BookKeeper looks there, given a connection
        }
    }

    private String metadata() {
        return "zk+hierarchical://" + hosts.replace(',', ';') + ROOT;
    }

    @Override
    public String toString() {
        return SCHEME + "://" + hosts + "/" + folder;
    }
}
