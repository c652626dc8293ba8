package io.pragh.coordinator.ledger;

import io.pragh.coordinator.zookeeper.FolderRecord;
import io.pragh.core.base.PraghException;
import io.pragh.core.placement.CoordinationKey;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.bookkeeper.conf.AbstractConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The parsed address of a data folder: {@code bookkeeper://host:port[,host:port …]/NAME[/NAME …][?OPTION=VALUE[&OPTION=VALUE]]}.
 * Immutable.
 *
 * @param hosts hosts and ports of ZooKeeper
 * @param folder names with slashes between; empty for the parent of all folders
 * @param sessionMillis option: time of silence after which a process loses its folder
 * @param secretFile option: the file with the bookies' secret; empty: they have none
 * @param tls options: the files for TLS with bookies; null: what they are told is not encrypted
 */
record LedgerPlace(String hosts, String folder, int sessionMillis, String secretFile, BookieTls.@Nullable Pem tls) {
    static final String SCHEME = "bookkeeper";
    static final int SESSION_MILLIS = 10_000;

    private static final String PART = "[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}";
    private static final Pattern ADDRESS =
            Pattern.compile(SCHEME + "://([^/?]+:\\d+)(?:/(" + PART + "(?:/" + PART + ")*)?)?/?(?:\\?(.*))?");
    private static final Pattern OPTION = Pattern.compile(
            "(?:(sessionMillis)=(\\d{1,7})|(secretFile|certificate|privateKey|trusted)=([^&]+))(?:&|$)");
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
        Map<String, String> options = options(address, said.group(3) == null ? "" : said.group(3));
        String folder = said.group(2) == null ? "" : said.group(2);
        String secretFile = options.getOrDefault("secretFile", "");
        int sessionMillis = Integer.parseInt(options.getOrDefault("sessionMillis", "" + SESSION_MILLIS));
        return new LedgerPlace(said.group(1), folder, sessionMillis, secretFile, tls(address, options));
    }

    private static Map<String, String> options(String address, String text) {
        Map<String, String> options = new HashMap<>();
        Matcher option = OPTION.matcher(text);
        int end = 0;
        while (option.lookingAt()) {
            boolean isTime = option.group(1) != null;
            options.put(option.group(isTime ? 1 : 3), option.group(isTime ? 2 : 4));
            end = option.end();
            option.region(end, text.length());
        }
        if (end < text.length()) {
            throw wrong(address);
        }
        return options;
    }

    private static BookieTls.@Nullable Pem tls(String address, Map<String, String> options) {
        String certificate = options.get("certificate");
        String privateKey = options.get("privateKey");
        String trusted = options.get("trusted");
        if (certificate == null && privateKey == null && trusted == null) {
            return null;
        }
        if (certificate == null || privateKey == null || trusted == null || !options.containsKey("secretFile")) {
            throw new PraghException("TLS with bookies needs four files behind the address: ?secretFile=FILE"
                    + "&certificate=FILE&privateKey=FILE&trusted=FILE, of which the last three are PEM files: address="
                    + address);
        }
        return new BookieTls.Pem(certificate, privateKey, trusted);
    }

    private static PraghException wrong(String address) {
        return new PraghException("a data folder in BookKeeper is named " + SCHEME
                + "://HOST:PORT/NAME, of its ZooKeeper; a name is of letters, digits,"
                + " '_', '-' and dots, and not 'lock'. ?sessionMillis=N and ?secretFile=FILE may follow, with & between,"
                + " and for TLS certificate=FILE, privateKey=FILE and trusted=FILE:"
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
        if (tls != null) {
            BookieTls.configure(configuration, tls);
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
