package io.pragh.core.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.bulk.RecordedEdges.Edge;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Checks that texts of random layout, fed in pieces of random size, give the edges that they were made from. */
class EdgeTextPropertyTest {

    /** A line and its edges (none or one). */
    record Line(String text, List<Edge> edges) {}

    @Property(tries = 500)
    void everyLayoutGivesItsEdges(@ForAll("texts") List<Line> lines, @ForAll("pieces") List<Integer> pieces)
            throws IOException {
        StringBuilder text = new StringBuilder();
        List<Edge> expected = new ArrayList<>();
        for (Line line : lines) {
            text.append(line.text());
            expected.addAll(line.edges());
        }
        RecordedEdges actual = RecordedEdges.of();
        EdgeLines parser = new EdgeLines(new PiecewiseFeed(EdgeFiles.bytes(text.toString()), pieces), Path.of("text"));
        while (parser.nextPiece(actual)) {
            assertEquals(actual.edges().size(), parser.edges());
        }
        assertEquals(expected, actual.edges());
        assertEquals(lines.size(), parser.lines());
    }

    @Provide
    Arbitrary<List<Line>> texts() {
        Arbitrary<String> blanks = Arbitraries.of("", "", " ", "\t", "  \t ");
        Arbitrary<String> separators = Arbitraries.of(" ", "\t", ",", " , ", "\t ", ", ");
        Arbitrary<Long> ids = Arbitraries.longs().between(0, EdgeSource.VERTEX_ID_MAX);
        Arbitrary<String> weights = Arbitraries.of("", "", " 1.5", ",-3", "\tx", ",");
        Arbitrary<String> ends = Arbitraries.of("\n", "\r\n");
        Arbitrary<Line> edges = Combinators.combine(blanks, ids, separators, ids, weights, blanks, ends)
                .as((lead, source, separator, target, weight, trail, end) -> new Line(
                        lead + source + separator + target + weight + trail + end, List.of(new Edge(source, target))));
        Arbitrary<String> comments =
                Arbitraries.strings().ascii().excludeChars('\n').ofMaxLength(20);
        Arbitrary<Line> others = Combinators.combine(blanks, Arbitraries.of("", "#", "%"), comments, ends)
                .as((lead, mark, comment, end) ->
                        new Line(lead + mark + (mark.isEmpty() ? "" : comment) + end, List.of()));
        return Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(3, edges), net.jqwik.api.Tuple.of(1, others))
                .list()
                .ofMaxSize(60)
                .filter(lines -> lines.isEmpty() || !lines.get(0).text().startsWith("%%MatrixMarket"));
    }

    @Provide
    Arbitrary<List<Integer>> pieces() {
        return Arbitraries.integers().between(1, 40).list().ofMinSize(1).ofMaxSize(20);
    }

    /** Feeds its bytes in pieces of the given sizes, which repeat. */
    private static final class PiecewiseFeed implements ByteFeed {
        private final byte[] bytes;
        private final List<Integer> pieces;
        private int calls;
        private int next;

        PiecewiseFeed(byte[] bytes, List<Integer> pieces) {
            this.bytes = bytes;
            this.pieces = pieces;
        }

        @Override
        public int read(byte[] into, int from, int length) {
            if (next == bytes.length) {
                return END;
            }
            int piece = Math.min(pieces.get(calls++ % pieces.size()), Math.min(length, bytes.length - next));
            System.arraycopy(bytes, next, into, from, piece);
            next += piece;
            return piece;
        }

        @Override
        public long fileBytes() {
            return next;
        }

        @Override
        public void close() {}
    }
}
