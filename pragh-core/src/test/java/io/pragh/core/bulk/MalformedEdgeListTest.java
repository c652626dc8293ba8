package io.pragh.core.bulk;

import static io.pragh.core.bulk.EdgeFiles.bytes;
import static io.pragh.core.bulk.EdgeFiles.file;
import static io.pragh.core.bulk.EdgeFiles.gzip;
import static io.pragh.core.bulk.EdgeFiles.joined;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks every fault that an edge list can have, with the message and the line that the user gets. */
class MalformedEdgeListTest {
    private static final String GOOD = "# head\r\n1 2\n\n3 4\n";

    @TempDir
    Path folder;

    static Stream<Arguments> wrongLines() {
        return Stream.of(
                Arguments.of("source,target", "found='source' expected=a vertex id", "put # before a header"),
                Arguments.of("abc 1", "found='abc' expected=a vertex id", "put # before"),
                Arguments.of("1 abc", "found='abc' expected=a vertex id", "put # before"),
                Arguments.of("12abc 1", "found='12abc' expected=a vertex id", "put # before"),
                Arguments.of("1 2abc", "found='2abc' expected=a vertex id", "put # before"),
                Arguments.of("1 2# no", "found='2#' expected=a vertex id", "put # before"),
                Arguments.of("-1 2", "found='-1' expected=a vertex id from 0 to 8796093022207", "renumber"),
                Arguments.of("1 -2", "found='-2' expected=a vertex id from 0 to 8796093022207", "renumber"),
                Arguments.of("+1 2", "found='+1' expected=a vertex id", "put # before"),
                Arguments.of("1.0 2", "found='1.0' expected=a vertex id", "put # before"),
                Arguments.of("1e3 2", "found='1e3' expected=a vertex id", "put # before"),
                Arguments.of("\"1\",\"2\"", "found='\"1\"' expected=a vertex id", "put # before"),
                Arguments.of("8796093022208 1", "found='8796093022208' expected=a vertex id from 0 to", "renumber"),
                Arguments.of("1 8796093022208", "found='8796093022208' expected=a vertex id from 0 to", "renumber"),
                Arguments.of("1 0008796093022208 5", "found='0008796093022208' expected=a vertex id", "renumber"),
                Arguments.of("1 18446744073709551617", "found='18446744073709551617' expected=a vertex", "renumber"),
                Arguments.of("9".repeat(60) + " 1", "found='" + "9".repeat(40) + "'... expected=a vertex", "renumber"),
                Arguments.of("1", "found=one column '1' expected=source and target", "complete the line"),
                Arguments.of("1 \t ", "found=one column '1' expected=source and target", "complete the line"),
                Arguments.of("1,", "found=an empty column expected=a vertex id", "fill the column"),
                Arguments.of(",2", "found=an empty column expected=a vertex id", "fill the column"),
                Arguments.of("1,,2", "found=an empty column expected=a vertex id", "fill the column"),
                Arguments.of("1;2", "found='1;2' expected=a vertex id", "put # before"),
                Arguments.of("1 2 3 4", "found=4 columns '1 2 3 4' expected=source and target", "cut the other"),
                Arguments.of("1,2,3,4", "found=4 columns '1,2,3,4' expected=source and target", "cut the other"),
                Arguments.of("1 2,,", "found=4 columns '1 2,,' expected=source and target", "cut the other"),
                Arguments.of("\u007fELF\u0001", "found=binary data '\\x7fELF\\x01' expected=", "text file"),
                Arguments.of("1 2\u0000", "found=binary data '1 2\\x00' expected=", "text file"),
                Arguments.of("1 2 3\u0000", "found=binary data '1 2 3\\x00' expected=", "text file"),
                Arguments.of("\u00fd\u00fe 1", "found='\\xfd\\xfe' expected=a vertex id", "put # before"),
                Arguments.of("5 6\r7 8", "found=a carriage return inside '5 6\\x0d7 8' expected=", "line feed"));
    }

    @ParameterizedTest
    @MethodSource("wrongLines")
    void wrongLineIsNamedWithItsNumberWhatWasFoundAndWhatToDo(String line, String found, String advice)
            throws IOException {
        for (String ending : new String[] {"\n", "\r\n", "", "\n5 6\n"}) {
            String text = GOOD + line + ending;
            assertFault(5, "edge list is malformed", found, advice, bytes(text));
            assertFault(5, "edge list is malformed", found, advice, gzip(text));
        }
    }

    @Test
    void edgesBeforeTheWrongLineAreGiven() throws IOException {
        RecordedEdges before = RecordedEdges.of();
        EdgeListFile file = file(folder, bytes(GOOD + "x"));
        assertThrows(EdgeListException.class, () -> file.forEach(before, Progress.NONE));
        assertEquals(RecordedEdges.of(1, 2, 3, 4).edges(), before.edges());
    }

    @Test
    void lineNumberIsExactFarBehindTheFirstBuffer() throws IOException {
        String text = "123456 7890123\n".repeat(100_000) + "# comment\r\n\n12 x\n" + "1 2\n".repeat(100);
        assertFault(100_003, "malformed", "found='x'", "put #", bytes(text));
        assertFault(100_003, "malformed", "found='x'", "put #", gzip(text));
    }

    @Test
    void lineWithoutEndIsRefusedOnceTheBufferIsFull() throws IOException {
        String line = "1".repeat(EdgeLines.BUFFER_BYTES);
        assertFault(5, "malformed", "found=a line longer than 262143 bytes", "one edge per line", bytes(GOOD + line));
    }

    @Test
    void matrixMarketIsNotTakenForAnEdgeList() throws IOException {
        String text = "%%MatrixMarket matrix coordinate pattern general\n% comment\n3 3 1\n1 2\n";
        assertFault(1, "malformed", "found=a Matrix Market header", "delete the lines that start with %", bytes(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# only\n% comments", " \r\n\t", "\u00ef\u00bb\u00bf"})
    void fileWithoutEdgesIsRefused(String text) throws IOException {
        assertFault(0, "edge list has no edges", "lines=", "right file", bytes(text));
        assertFault(0, "edge list has no edges", "lines=", "right file", gzip(text));
    }

    @Test
    void randomBytesAreRefusedAsAMalformedFirstLineOrAsBinary() throws IOException {
        for (int seed = 1; seed <= 50; seed++) {
            byte[] noise = new byte[100_000];
            new Random(seed).nextBytes(noise);
            noise[0] = (byte) 0xff;
            EdgeListFile file = file(folder, noise);
            EdgeListException fault = assertThrows(
                    EdgeListException.class, () -> RecordedEdges.read(file), "no fault found, seed=" + seed);
            assertEquals(1, fault.line(), "seed=" + seed);
            assertFalse(fault.getMessage().chars().anyMatch(c -> c < ' ' || c >= 0x7f), fault.getMessage());
        }
    }

    @Test
    void gzipCutAnywhereIsNoticed() throws IOException {
        String text = "1 2\n3 4\n5 6\n";
        byte[] whole = joined(gzip(text), gzip(text));
        int member = gzip(text).length;
        for (int length = 2; length < whole.length; length++) {
            if (length != member) {
                assertFault(
                        length < member ? -1 : -4,
                        "gzip data end too early",
                        "line=",
                        "cut short",
                        Arrays.copyOf(whole, length));
            }
        }
    }

    @Test
    void gzipCutInALongTextNamesTheLineWhereTheTextEnds() throws IOException {
        String text = "11 22\n".repeat(1000);
        byte[] whole = gzip(text);
        RecordedEdges before = RecordedEdges.of();
        EdgeListFile file = file(folder, Arrays.copyOf(whole, whole.length - 1));
        EdgeListException fault = assertThrows(EdgeListException.class, () -> file.forEach(before, Progress.NONE));
        assertEquals(1000, before.edges().size());
        assertEquals(1001, fault.line());
    }

    @Test
    void damagedGzipIsNoticed() throws IOException {
        byte[] packed = gzip("1 2\n3 4\n");
        byte[] wrongCrc = packed.clone();
        wrongCrc[packed.length - 8] ^= 1;
        byte[] wrongLength = packed.clone();
        wrongLength[packed.length - 4] ^= 1;
        byte[] wrongMethod = packed.clone();
        wrongMethod[2] = 7;
        byte[] unknownFlag = packed.clone();
        unknownFlag[3] = (byte) 0x80;
        byte[] wrongData = packed.clone();
        wrongData[10] = 7;
        assertFault(3, "gzip data are damaged", "a checksum that does not match", "fetch or pack", wrongCrc);
        assertFault(3, "gzip data are damaged", "a checksum that does not match", "fetch or pack", wrongLength);
        assertFault(1, "gzip data are damaged", "bytes that are not gzip", "fetch or pack", wrongMethod);
        assertFault(1, "gzip data are damaged", "an unknown header flag", "fetch or pack", unknownFlag);
        assertFault(1, "gzip data are damaged", "data that cannot be unpacked", "fetch or pack", wrongData);
        assertFault(3, "gzip data are damaged", "bytes that are not gzip", "fetch", joined(packed, bytes("5 6\n")));
    }

    @Test
    void otherPackingsAreNamed() throws IOException {
        assertFault(0, "packed as a zip archive", "file=", "unpack it first", bytes("PK\u0003\u0004...."));
        assertFault(0, "packed as bzip2", "file=", "unpack it first", bytes("BZh91AY"));
        assertFault(0, "packed as xz", "file=", "unpack it first", bytes("\u00fd7zXZ\u0000\u0000"));
        assertFault(0, "packed as zstd", "file=", "unpack it first", bytes("(\u00b5/\u00fd\u0000"));
    }

    @Test
    void fileThatCannotBeReadIsNamed() throws IOException {
        assertRefused("edge list does not exist", folder.resolve("missing"));
        assertRefused("folder holds no edge list", folder);
        Files.write(folder.resolve("a.e"), bytes("1 2\n"));
        Files.write(folder.resolve("b.e.gz"), gzip("1 2\n"));
        EdgeListException several = assertRefused("folder holds several edge lists", folder);
        assertTrue(several.getMessage().endsWith("give one of them: a.e, b.e.gz"), several.getMessage());

        EdgeListFile removed = file(folder, bytes("1 2\n"));
        Files.delete(removed.file());
        EdgeListException fault = assertThrows(EdgeListException.class, () -> RecordedEdges.read(removed));
        assertTrue(fault.getMessage().startsWith("edge list does not exist: file="), fault.getMessage());
    }

    @Test
    void pipeIsRefusedBecauseItCannotBeReadTwice() {
        Path device = Path.of("/dev/null");
        assumeFalse(Files.notExists(device) || Files.isRegularFile(device), "SKIPPED: no /dev/null here");
        assertRefused("edge list is not a regular file", device);
    }

    @Test
    void fileWithoutPermissionIsNamed() throws IOException {
        EdgeListFile file = file(folder, bytes("1 2\n"));
        boolean denied = file.file().toFile().setReadable(false) && !Files.isReadable(file.file());
        assumeFalse(!denied, "SKIPPED: this user may read every file");
        EdgeListException fault = assertThrows(EdgeListException.class, () -> RecordedEdges.read(file));
        assertTrue(fault.getMessage().startsWith("edge list must not be read: file="), fault.getMessage());
    }

    private static EdgeListException assertRefused(String start, Path path) {
        EdgeListException fault = assertThrows(EdgeListException.class, () -> EdgeListFile.at(path));
        assertTrue(fault.getMessage().startsWith(start + ": file=" + path + "; "), fault.getMessage());
        assertEquals(EdgeListException.NO_LINE, fault.line());
        return fault;
    }

    /** Expects a fault; a negative line stands for that line or a later one. */
    private void assertFault(long line, String start, String found, String advice, byte[] content) throws IOException {
        EdgeListFile file = file(folder, content);
        EdgeListException fault = assertThrows(EdgeListException.class, () -> RecordedEdges.read(file));
        String message = fault.getMessage();
        if (line < 0) {
            assertTrue(fault.line() >= -line, message);
        } else {
            assertEquals(line, fault.line(), message);
        }
        assertEquals(file.file().toString(), fault.file());
        assertFalse(message.contains("\n") || message.contains("\r"), message);
        assertTrue(message.contains(start), message);
        assertTrue(message.contains("file=" + file.file()), message);
        assertTrue(line == 0 || message.contains(" line=" + fault.line()), message);
        assertTrue(message.contains(found), message);
        assertTrue(message.substring(message.indexOf("; ")).contains(advice), message);
    }
}
