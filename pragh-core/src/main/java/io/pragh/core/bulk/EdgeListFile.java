package io.pragh.core.bulk;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Edges in a text file, in the format of the SNAP, KONECT and Graphalytics collections: two vertex ids per line,
 * separated by blanks, tabs or a comma; an optional third column (a weight) is ignored; lines that start with {@code
 * #} or {@code %} and blank lines are skipped; both kinds of line end are accepted. The file may be gzip, as its
 * first bytes tell, not its name. Work is counted in bytes of the file.
 *
 * <p>Any fault of the file is an {@link EdgeListException}. A stream passes edges to its consumer up to the fault, so
 * a caller that needs all edges or none reads the file twice.
 *
 * <p>Thread rule: any thread; every stream opens the file for itself.
 */
public final class EdgeListFile implements EdgeSource {
    private final Path file;
    private final long fileBytes;
    private volatile long edgesCounted = UNKNOWN;

    private EdgeListFile(Path file, long fileBytes) {
        this.file = file;
        this.fileBytes = fileBytes;
    }

    /**
     * Finds a file, given the file; or a folder NAME with NAME.e.gz or NAME.e in it (or any one such file); or a path
     * to which {@code .e.gz} or {@code .e} has to be added. Does not read it.
     */
    public static EdgeListFile at(Path fileOrFolderOrPrefix) {
        Path file = EdgeListLocation.find(fileOrFolderOrPrefix);
        try {
            return new EdgeListFile(file, Files.size(file));
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    /** The file that is read. */
    public Path file() {
        return file;
    }

    @Override
    public void forEach(EdgeConsumer consumer, Progress progress) {
        edgesCounted = read(consumer, progress, Long.MAX_VALUE).edges();
    }

    /**
     * Exact once the file was read to its end; before that, estimated from the length of its first lines, which takes
     * one buffer.
     */
    @Override
    public long edgeCountEstimate() {
        long counted = edgesCounted;
        if (counted != UNKNOWN) {
            return counted;
        }
        Extent head = read((source, target) -> {}, Progress.NONE, 1);
        if (head.edges() == 0) {
            return UNKNOWN;
        }
        return (long) ((double) head.edges() * fileBytes / Math.max(1, head.fileBytes()));
    }

    /** Bytes of the file. */
    @Override
    public long workTotal() {
        return fileBytes;
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private Extent read(EdgeConsumer consumer, Progress progress, long piecesMax) {
        EdgeLines lines = null;
        try (InputStream in = Files.newInputStream(file);
                ByteFeed feed = feed(in)) {
            lines = new EdgeLines(feed, file);
            long reported = 0;
            for (long piece = 0; piece < piecesMax && lines.nextPiece(consumer); piece++) {
                long fileBytesNow = feed.fileBytes();
                progress.advance(fileBytesNow - reported);
                reported = fileBytesNow;
            }
            if (lines.edges() == 0 && piecesMax > 1) {
                throw EdgeListException.empty(file, lines.lines());
            }
            return new Extent(lines.edges(), feed.fileBytes());
        } catch (FeedException fault) {
            throw EdgeListException.ofBytes(fault, file, lines == null ? 1 : lines.lines() + 1);
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    private ByteFeed feed(InputStream in) throws IOException {
        PushbackInputStream whole = new PushbackInputStream(in, FileSignature.BYTES_MAX);
        FileSignature signature = FileSignature.of(whole);
        return switch (signature) {
            case NONE -> new PlainFeed(whole);
            case GZIP -> new GzipFeed(whole);
            case ZIP, BZIP2, XZ, ZSTANDARD ->
                throw EdgeListException.ofFile(
                        "edge list is packed as " + signature.title(), file, "unpack it first, or pack it with gzip");
        };
    }

    private static EdgeListException unreadable(Path file, IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return EdgeListException.ofFile(
                    "edge list does not exist", file, "it was there before, check who removed it", failure);
        }
        if (failure instanceof AccessDeniedException) {
            return EdgeListException.ofFile("edge list must not be read", file, "check its permissions", failure);
        }
        return EdgeListException.ofFile("edge list cannot be read", file, "check the disk: " + failure, failure);
    }

    private record Extent(long edges, long fileBytes) {}
}
