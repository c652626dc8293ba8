package io.pragh.core.bulk;

import static io.pragh.core.bulk.EdgeFiles.bytes;
import static io.pragh.core.bulk.EdgeFiles.edges;
import static io.pragh.core.bulk.EdgeFiles.file;
import static io.pragh.core.bulk.EdgeFiles.gzip;
import static io.pragh.core.bulk.EdgeFiles.joined;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.bulk.RecordedEdges.Edge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the variants of a well-formed edge list. */
class EdgeListFileTest {
    private static final List<Edge> TWO_EDGES = List.of(new Edge(1, 2), new Edge(30, 4));

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 2\n30 4\n",
                "1 2\n30 4",
                "1\t2\n30\t4\n",
                "1,2\n30,4\n",
                "1 , 2\n30 ,\t4\n",
                "1 2\r\n30 4\r\n",
                "1 2\r\n30 4\r",
                "  1 \t 2  \n\t30 4\t\n",
                "1 2 0.5\n30 4 -1e-9\n",
                "1,2,0.5\n30,4,weight\n",
                "1,2,\n30,4,  \n",
                "1 2 \u00e9\r\n30 4 nan \r\n",
                "# head\n1 2\n  # middle\n30 4\n% end",
                "% head\r\n\r\n1 2\n\n \t \n30 4\n\n\n",
                "\u00ef\u00bb\u00bf1 2\n30 4\n",
                "0001 00000000000000000000002\n30 4\n",
            })
    void acceptedFormsGiveTheSameEdges(String text) throws IOException {
        assertEquals(TWO_EDGES, edges(folder, bytes(text)));
        assertEquals(TWO_EDGES, edges(folder, gzip(text)));
    }

    @Test
    void largestVertexIdIsAccepted() throws IOException {
        assertEquals(List.of(new Edge((1L << 43) - 1, 0)), edges(folder, bytes("8796093022207 0")));
    }

    @Test
    void membersOfAGzipFileAreReadAsOneText() throws IOException {
        byte[] whole = joined(gzip("1 2\n3"), gzip(""), gzip("0 4\n"));
        assertEquals(TWO_EDGES, edges(folder, whole));
        assertEquals(TWO_EDGES, edges(folder, joined(whole, new byte[512])), "padded with zeros");
    }

    @Test
    void gzipHeaderMayCarryEveryOptionalField() throws IOException {
        byte[] packed = gzip("1 2\n30 4\n");
        byte[] header = {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 1, 2, 3, 4, 0, 3};
        byte[] optional = joined(new byte[] {3, 0, 7, 7, 7}, bytes("name\0"), bytes("comment\0"), new byte[] {9, 9});
        byte[] rest = java.util.Arrays.copyOfRange(packed, 10, packed.length);
        assertEquals(TWO_EDGES, edges(folder, joined(header, optional, rest)));
    }

    @Test
    void linesAcrossBufferBordersStayWhole() throws IOException {
        int count = 200_000;
        String text = IntStream.range(0, count).mapToObj(i -> i + " " + 7L * i).collect(Collectors.joining("\n"));
        assertTrue(text.length() > 4 * EdgeLines.BUFFER_BYTES);
        List<Edge> expected =
                IntStream.range(0, count).mapToObj(i -> new Edge(i, 7L * i)).toList();
        assertEquals(expected, edges(folder, bytes(text)));
        assertEquals(expected, edges(folder, gzip(text)));
    }

    @Test
    void commentMayBeLongerThanTheBuffer() throws IOException {
        String comment = "#".repeat(3 * EdgeLines.BUFFER_BYTES + 17);
        assertEquals(TWO_EDGES, edges(folder, bytes(comment + "\n1 2\n " + comment + "\n30 4\n" + comment)));
        EdgeListFile wrong = file(folder, bytes("\n" + comment + "\n1 2\n1 x"));
        EdgeListException fault = assertThrows(EdgeListException.class, () -> RecordedEdges.read(wrong));
        assertEquals(4, fault.line());
    }

    @Test
    void folderAndPrefixLeadToTheirEdgeFile() throws IOException {
        Path named = Files.createDirectory(folder.resolve("graph"));
        Files.write(named.resolve("graph.v.gz"), gzip("1\n2\n"));
        Files.write(named.resolve("graph.e.gz"), gzip("1 2\n"));
        Files.write(named.resolve("other.e"), bytes("7 8\n"));
        Path single = Files.createDirectory(folder.resolve("single"));
        Files.write(single.resolve("other.e"), bytes("7 8\n"));

        assertEquals(named.resolve("graph.e.gz"), EdgeListFile.at(named).file());
        assertEquals(
                named.resolve("graph.e.gz"),
                EdgeListFile.at(named.resolve("graph")).file());
        assertEquals(single.resolve("other.e"), EdgeListFile.at(single).file());
        assertEquals(
                single.resolve("other.e"),
                EdgeListFile.at(single.resolve("other")).file());
    }

    @Test
    void progressAddsUpToTheWork() throws IOException {
        String text = "123 456\n".repeat(300_000);
        for (byte[] content : List.of(bytes(text), gzip(text), joined(gzip(text), gzip("1 2")))) {
            EdgeListFile file = file(folder, content);
            AtomicLong done = new AtomicLong();
            AtomicLong calls = new AtomicLong();
            file.forEach((source, target) -> {}, work -> {
                done.addAndGet(work);
                calls.incrementAndGet();
            });
            assertEquals(content.length, file.workTotal());
            assertEquals(content.length, done.get());
            assertTrue(calls.get() >= 9, () -> "calls=" + calls);
        }
    }

    @Test
    void estimateIsCloseBeforeAPassAndExactAfter() throws IOException {
        String text = IntStream.range(0, 300_000).mapToObj(i -> "1 " + i + "\n").collect(Collectors.joining());
        for (byte[] content : List.of(bytes(text), gzip(text))) {
            EdgeListFile file = file(folder, content);
            assertEquals(0, Math.abs(file.edgeCountEstimate() - 300_000) / 60_000);
            file.forEach((source, target) -> {}, Progress.NONE);
            assertEquals(300_000, file.edgeCountEstimate());
        }
        EdgeListFile allComment = file(folder, bytes("# nothing else here\n".repeat(20_000) + "1 2\n"));
        assertEquals(EdgeSource.UNKNOWN, allComment.edgeCountEstimate());
    }

    @Test
    void whatTheConsumerThrowsPassesThrough() throws IOException {
        EdgeListFile file = file(folder, bytes("1 2\n3 4\n"));
        RuntimeException own = new IllegalStateException("enough");
        EdgeConsumer consumer = (source, target) -> {
            throw own;
        };
        assertSame(own, assertThrows(IllegalStateException.class, () -> file.forEach(consumer, Progress.NONE)));
    }
}
