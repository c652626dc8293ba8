package io.pragh.core.bulk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads the lines of one edge list from its bytes. Thread rule: one thread, one stream.
 *
 * <pre>
 *   line      = blank* [ comment | edge ] [CR] LF          the last LF may be missing
 *   comment   = ("#" | "%") anything
 *   edge      = id separator id [ separator [ weight ] ] blank*
 *   separator = blank+ | blank* "," blank*                 blank is a space or a tab
 *   weight    = printable characters but commas, not looked at
 * </pre>
 */
// Only whole lines are parsed: the buffer is filled, its last line end is found, the lines up to there are parsed in
// one go, and the rest moves to the front. A missing last line end is added. So the inner loops need no end test: the
// line feed stops every one of them. A damaged file is parsed up to the damage first, so that the line number in the
// error is the line where the text ends.
final class EdgeLines {
    static final int BUFFER_BYTES = 1 << 18;

    private static final int NONE = -1;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    private static final byte[] MATRIX_MARKET = {'%', '%', 'M', 'a', 't', 'r', 'i', 'x', 'M', 'a', 'r', 'k', 'e', 't'};

    private final ByteFeed feed;
    private final Path file;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int end;
    private boolean feedEnded;
    private Optional<FeedException> damage = Optional.empty();
    private boolean inLongComment;
    private long line = 1;
    private long edges;
    private long parsedId;

    EdgeLines(ByteFeed feed, Path file) {
        this.feed = feed;
        this.file = file;
    }

    long edges() {
        return edges;
    }

    long lines() {
        return line - 1;
    }

    /** Passes the edges of the next piece to the consumer; false when there is no next piece. */
    boolean nextPiece(EdgeConsumer consumer) throws IOException {
        boolean first = line == 1 && end == 0 && !inLongComment;
        fill();
        if (damage.isPresent() && lineFeed(0) == end) {
            throw damage.get();
        }
        if (end == 0) {
            return false;
        }
        int from = first ? start() : 0;
        if (inLongComment) {
            from = lineFeed(0);
            if (from == end) {
                end = 0;
                return true;
            }
            inLongComment = false;
            from = lineEnded(from);
        }
        int lastLineFeed = lastLineFeed(from);
        if (lastLineFeed == NONE && from < end) {
            overlongLine(from);
            return true;
        }
        parse(from, lastLineFeed, consumer);
        int rest = Math.max(lastLineFeed + 1, from);
        System.arraycopy(buffer, rest, buffer, 0, end - rest);
        end -= rest;
        return true;
    }

    /** Parses the whole lines in {@code buffer[from, lastLineFeed]}. */
    private void parse(int from, int lastLineFeed, EdgeConsumer consumer) {
        byte[] bytes = buffer;
        int at = from;
        while (at <= lastLineFeed) {
            int lineStart = at;
            at = blanks(bytes, at);
            if (!digit(bytes[at])) {
                at = lineWithoutEdge(lineStart, at);
                continue;
            }
            at = id(bytes, at, lineStart);
            long source = parsedId;
            int column = separator(bytes, at);
            if (column == at || !digit(bytes[column])) {
                throw malformed(lineStart);
            }
            at = id(bytes, column, lineStart);
            if (bytes[at] != '\n') {
                at = restOfEdge(bytes, at, lineStart);
            }
            edges++;
            consumer.edge(source, parsedId);
            at = lineEnded(at);
        }
    }

    /** Reads digits into {@link #parsedId}; returns the index behind them. */
    private int id(byte[] bytes, int from, int lineStart) {
        int at = from;
        long id = 0;
        do {
            id = id * 10 + (bytes[at++] - '0');
            if (id > EdgeSource.VERTEX_ID_MAX) {
                throw malformed(lineStart);
            }
        } while (digit(bytes[at]));
        parsedId = id;
        return at;
    }

    /**
     * Parses what follows both ids, an ignored weight, blanks and the line end; returns the index of the line feed.
     */
    private int restOfEdge(byte[] bytes, int from, int lineStart) {
        int at = separator(bytes, from);
        if (at > from) {
            while (weight(bytes[at])) {
                at++;
            }
            at = blanks(bytes, at);
        }
        return lineFeedAt(at, lineStart);
    }

    private int lineWithoutEdge(int lineStart, int at) {
        boolean comment = buffer[at] == '#' || buffer[at] == '%';
        return lineEnded(comment ? lineFeed(at) : lineFeedAt(at, lineStart));
    }

    /**
     * Returns the index of the line feed at {@code at}, or behind a carriage return there; otherwise the line is
     * malformed.
     */
    private int lineFeedAt(int at, int lineStart) {
        int lineFeed = buffer[at] == '\r' ? at + 1 : at;
        if (buffer[lineFeed] != '\n') {
            throw malformed(lineStart);
        }
        return lineFeed;
    }

    private int lineEnded(int lineFeed) {
        line++;
        return lineFeed + 1;
    }

    private static int separator(byte[] bytes, int from) {
        int at = blanks(bytes, from);
        return bytes[at] == ',' ? blanks(bytes, at + 1) : at;
    }

    private static int blanks(byte[] bytes, int from) {
        int at = from;
        while (bytes[at] == ' ' || bytes[at] == '\t') {
            at++;
        }
        return at;
    }

    private static boolean digit(byte value) {
        return value >= '0' && value <= '9';
    }

    private static boolean weight(byte value) {
        return (value > ' ' || value < 0) && value != 0x7f && value != ',';
    }

    /** Returns the index of the first line feed from {@code from} on, or the end of the buffer. */
    private int lineFeed(int from) {
        int at = from;
        while (at < end && buffer[at] != '\n') {
            at++;
        }
        return at;
    }

    private int lastLineFeed(int from) {
        for (int at = end - 1; at >= from; at--) {
            if (buffer[at] == '\n') {
                return at;
            }
        }
        return NONE;
    }

    /** Fills the buffer as far as possible, and adds a line feed if the file's last line has none. */
    private void fill() throws IOException {
        while (!feedEnded && end < BUFFER_BYTES - 1) {
            int count = read();
            feedEnded = count == ByteFeed.END;
            end += Math.max(count, 0);
        }
        if (feedEnded && damage.isEmpty() && end > 0 && buffer[end - 1] != '\n') {
            buffer[end++] = '\n';
        }
    }

    private int read() throws IOException {
        try {
            return feed.read(buffer, end, BUFFER_BYTES - 1 - end);
        } catch (FeedException fault) {
            damage = Optional.of(fault);
            return ByteFeed.END;
        }
    }

    /** Checks the first bytes of the file; returns the index of the first line. */
    private int start() {
        int from = startsWith(BYTE_ORDER_MARK, 0) ? BYTE_ORDER_MARK.length : 0;
        if (startsWith(MATRIX_MARKET, from)) {
            throw EdgeListException.ofLine(LineFault.matrixMarket(), file, line);
        }
        return from;
    }

    private boolean startsWith(byte[] word, int from) {
        int to = from + word.length;
        return to <= end && Arrays.equals(buffer, from, to, word, 0, word.length);
    }

    /** Handles a buffer that is full of one line: a comment may be so long, an edge may not. */
    private void overlongLine(int from) {
        int at = from;
        while (at < end && (buffer[at] == ' ' || buffer[at] == '\t')) {
            at++;
        }
        if (at == end || (buffer[at] != '#' && buffer[at] != '%')) {
            throw EdgeListException.ofLine(LineFault.tooLong(buffer, from, end - from), file, line);
        }
        inLongComment = true;
        end = 0;
    }

    private EdgeListException malformed(int lineStart) {
        return EdgeListException.ofLine(LineFault.of(buffer, lineStart, lineFeed(lineStart)), file, line);
    }
}
