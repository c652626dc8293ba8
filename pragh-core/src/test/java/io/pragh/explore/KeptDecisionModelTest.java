package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.explore.KeptDecisionModel.Rule;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that, where logs outlive their nodes, every commit has one outcome, which is the one its caller was told;
 * and that each rule is needed.
 */
class KeptDecisionModelTest {
    @ParameterizedTest
    @CsvSource({"2, 3, false", "2, 3, true", "3, 2, false", "3, 2, true"})
    void everyWayEndsWell(int homes, int deaths, boolean coordinatorBesideHome) {
        KeptDecisionModel model = new KeptDecisionModel(homes, deaths, coordinatorBesideHome, Set.of());
        assertNull(model.run(), "states=" + model.states());
        assertTrue(model.forward() > 0 && model.back() > 0, "states=" + model.states());
    }

    @ParameterizedTest
    @EnumSource(Rule.class)
    void withoutAnyRuleSomethingIsWrong(Rule rule) {
        KeptDecisionModel apart = new KeptDecisionModel(2, 3, false, Set.of(rule));
        KeptDecisionModel beside = new KeptDecisionModel(2, 3, true, Set.of(rule));
        String wrong = apart.run();
        assertNotNull(wrong == null ? beside.run() : wrong, rule.name());
    }

    @Test
    void withoutDeathsItIsCommittedOrTakenBack() {
        KeptDecisionModel model = new KeptDecisionModel(2, 0, false, Set.of());
        assertNull(model.run());
        assertEquals(1, model.forward());
    }
}
