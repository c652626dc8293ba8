package io.pragh.core.bulk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Writes edge files for tests. Stateless. */
final class EdgeFiles {
    private EdgeFiles() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] gzip(String text) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes(text));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return packed.toByteArray();
    }

    static byte[] joined(byte[]... pieces) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            whole.writeBytes(piece);
        }
        return whole.toByteArray();
    }

    static EdgeListFile file(Path folder, byte[] content) throws IOException {
        return EdgeListFile.at(Files.write(folder.resolve("edges"), content));
    }

    static List<RecordedEdges.Edge> edges(Path folder, byte[] content) throws IOException {
        return RecordedEdges.read(file(folder, content)).edges();
    }
}
