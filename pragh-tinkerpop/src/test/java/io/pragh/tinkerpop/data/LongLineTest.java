package io.pragh.tinkerpop.data;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that files of some kilobytes that unpack to a line of hundreds of megabytes are refused without much memory.
 */
class LongLineTest {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int CHUNKS = 256;

    @TempDir
    private Path folder;

    private String packed(String name, String beginning, String repeated) throws IOException {
        Path file = folder.resolve(name + ".gz");
        byte[] chunk = repeated.repeat(CHUNK_BYTES / repeated.length()).getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(beginning.getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < CHUNKS; i++) {
                out.write(chunk);
            }
        }
        return file.toString();
    }

    @Test
    void linesThatAreTooLongAreToldAndNotHeld() throws Exception {
        List<String> files = List.of(
                packed("a.csv", ":ID,name\n1,ada\n2,", "x"),
                packed("b.txt", "1 2\n", "7"),
                packed("c.json", "", "["),
                packed("d.csv", ":ID,name\n1,ada\n2,\"", "xxxxxxx\n"));
        String said = SmallHeap.run(folder, List.of("-Xmx128m"), LongLine.class, files.toArray(String[]::new));
        List<String> lines = new ArrayList<>(said.lines().toList());
        lines.removeIf(line -> !line.startsWith("cannot load: "));
        for (String part : List.of(
                "a.csv.gz line=3 reason=the line is too long: bytesMax=16777216",
                "b.txt.gz line=2 reason=the line is too long: bytesMax=16777216",
                "c.json.gz line=1 reason=the line is too long: bytesMax=16777216",
                "reason=a quote is opened and not closed for too long: charactersMax=16777216")) {
            assertTrue(lines.stream().anyMatch(line -> line.contains(part)), () -> "without " + part + ": " + said);
        }
    }
}
