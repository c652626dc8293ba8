package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.explore.DecisionModel.Rule;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that the surviving homes end a commit in the same way, however messages and two deaths interleave; and that
 * each rule is needed for this.
 */
class DecisionModelTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void homesThatAreLeftEndACommitInOneWay(boolean coordinatorBesideHome) {
        DecisionModel model = new DecisionModel(coordinatorBesideHome, Set.of());
        assertNull(model.run());
        assertTrue(model.states() > 10_000, "states=" + model.states());
        assertTrue(model.forward() > 0 && model.back() > 0, "both ends are reached");
    }

    @ParameterizedTest
    @EnumSource(Rule.class)
    void eachRuleIsNeeded(Rule rule) {
        String beside = new DecisionModel(true, EnumSet.of(rule)).run();
        String apart = beside == null ? new DecisionModel(false, EnumSet.of(rule)).run() : beside;
        assertNotNull(apart, "without " + rule);
    }

    @Test
    void whatIsWrongIsToldWithTheStepsThatLeadThere() {
        String wrong = new DecisionModel(true, EnumSet.of(Rule.THE_DEAD_HAVE_NO_SAY)).run();
        assertNotNull(wrong);
        assertTrue(wrong.contains("COMMITTED"), wrong);
    }
}
