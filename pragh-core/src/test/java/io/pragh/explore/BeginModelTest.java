package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.explore.BeginModel.Rule;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In whatever order commits and snapshots make their steps, no snapshot begins before what somebody was told of; and each rule is needed for it. */
class BeginModelTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void noSnapshotBeginsTooEarly(int commits) {
        BeginModel model = new BeginModel(commits, Set.of());
        assertNull(model.run());
        assertTrue(model.states() > 10_000, "states=" + model.states());
        assertTrue(model.behind() > 0, "some begin before T");
    }

    @ParameterizedTest
    @EnumSource(Rule.class)
    void eachRuleIsNeeded(Rule rule) {
        String two = new BeginModel(2, EnumSet.of(rule)).run();
        assertNotNull(two == null ? new BeginModel(1, EnumSet.of(rule)).run() : two, "without " + rule);
    }
}
