package io.pragh.benchmarks.ldbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that costs are shown for every query whose answers are right. */
class LdbcCostTest {
    @Test
    void costsAreShownForEveryQueryThatIsAnsweredRight() throws IOException {
        SnbData data = SnbData.small();
        try (SnbGraph pragh = SnbGraph.inPragh(1, data.source());
                SnbGraph tinker = SnbGraph.inTinkerGraph(data.source())) {
            List<SnbInstance> some = List.of(
                    data.instances(SnbQuery.IC13).get(0),
                    data.instances(SnbQuery.IS1).get(0),
                    data.instances(SnbQuery.IS5).get(0));
            List<LdbcCost.Pair> pairs = new LdbcCost(pragh, tinker, some, 2).measure();
            assertEquals(
                    List.of(SnbQuery.IC13, SnbQuery.IS1, SnbQuery.IS5),
                    pairs.stream().map(LdbcCost.Pair::query).toList());
            pairs.forEach(pair -> assertTrue(pair.timeRatio() > 0 && pair.bytesRatio() > 0, pair::toString));
            assertEquals(
                    pairs.size() + 5,
                    LdbcCost.table(pairs).lines().count()); // two head lines, two workloads and the total
            String json = LdbcCost.json(pragh, 2, pairs);
            assertTrue(json.contains("timeRatioGeometricMeanIC") && json.contains("praghPerSecondAndCore"), json);

            SnbInstance wrong = new SnbInstance(
                    SnbQuery.IS1, some.get(1).parameters(), some.get(2).answer());
            LdbcCost measured = new LdbcCost(pragh, tinker, List.of(wrong), 2);
            String told = assertThrows(PraghException.class, measured::measure).getMessage();
            assertTrue(told.contains("query=IS1"), told);
        }
    }
}
