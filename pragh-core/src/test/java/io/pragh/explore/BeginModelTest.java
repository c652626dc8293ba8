package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.explore.BeginModel.Rule;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that, in every order of the steps of commits and snapshots, no snapshot begins before a commit that was
 * reported, and none sees a change that is not durable; and that each rule is needed for this.
 */
class BeginModelTest {
    @ParameterizedTest
    @CsvSource({"1, false", "1, true", "2, false", "2, true"})
    void noSnapshotBeginsTooEarlyAndNoneSeesTooMuch(int commits, boolean exact) {
        BeginModel model = new BeginModel(commits, exact, Set.of());
        assertNull(model.run());
        assertTrue(model.states() > 10_000, "states=" + model.states());
        assertTrue(model.behind() > 0, "some begin before T");
        assertTrue(model.early() > 0, "some commits show what is not durable");
    }

    @ParameterizedTest
    @EnumSource(Rule.class)
    void eachRuleIsNeeded(Rule rule) {
        String way = null;
        for (int commits = 1; commits <= 2 && way == null; commits++) {
            way = new BeginModel(commits, false, EnumSet.of(rule)).run();
            way = way == null ? new BeginModel(commits, true, EnumSet.of(rule)).run() : way;
        }
        assertNotNull(way, "without " + rule);
        assertFalse(way.endsWith("goes on"), way);
    }
}
