package io.pragh.coordinator.ledger;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The contents of a data folder, as one text that is replaced as a whole: names of files, and the ledgers of each, in
 * order. Immutable.
 *
 * <pre>
 *   pragh ledgers 1
 *   term 3                         how often the folder was opened to write
 *   log-0000000000000000 17 21:4096     ledger 17 as a whole, and the first 4096 bytes of ledger 21
 * </pre>
 *
 * @param term how often the folder was opened to write
 * @param files parts of each file
 */
record LedgerListing(long term, Map<String, List<Part>> files) {
    static final LedgerListing EMPTY = new LedgerListing(0, Map.of());

    private static final String FIRST = "pragh ledgers 1";
    private static final String TERM = "term ";
    /** Bound of ZooKeeper, one megabyte. */
    private static final int BYTES_MAX = 1_000_000;

    /**
     * A part of a file.
     *
     * @param ledger number of its ledger
     * @param bytes number of its bytes that belong to the file; {@link #WHOLE} for all
     */
    record Part(long ledger, long bytes) {
        static final long WHOLE = -1;

        private static Part parse(String text) {
            int colon = text.indexOf(':');
            return colon < 0
                    ? new Part(Long.parseLong(text), WHOLE)
                    : new Part(Long.parseLong(text.substring(0, colon)), Long.parseLong(text.substring(colon + 1)));
        }

        @Override
        public String toString() {
            return bytes == WHOLE ? "" + ledger : ledger + ":" + bytes;
        }
    }

    byte[] encode() throws IOException {
        StringBuilder text = new StringBuilder(FIRST + "\n" + TERM + term + "\n");
        new TreeMap<>(files).forEach((name, parts) -> {
            text.append(name);
            parts.forEach(part -> text.append(' ').append(part));
            text.append('\n');
        });
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (bytes.length > BYTES_MAX) {
            throw new IOException("the data folder has too many files: files=" + files.size() + " bytes=" + bytes.length
                    + " bytesMax=" + BYTES_MAX);
        }
        return bytes;
    }

    static LedgerListing decode(byte[] bytes) throws IOException {
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        if (lines.size() < 2 || !lines.get(0).equals(FIRST) || !lines.get(1).startsWith(TERM)) {
            throw new IOException(
                    "ZooKeeper has something else than the list of a data folder's files: bytes=" + bytes.length);
        }
        try {
            Map<String, List<Part>> files = new TreeMap<>();
            for (String line : lines.subList(2, lines.size())) {
                String[] words = line.split(" ", -1);
                List<Part> parts = new ArrayList<>();
                for (int i = 1; i < words.length; i++) {
                    parts.add(Part.parse(words[i]));
                }
                files.put(words[0], List.copyOf(parts));
            }
            return new LedgerListing(Long.parseLong(lines.get(1).substring(TERM.length())), files);
        } catch (NumberFormatException damaged) {
            throw new IOException("the list of a data folder's files at ZooKeeper is damaged", damaged);
        }
    }
}
