package io.pragh.testkit;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks the main classes of every module against the layout table; extended by one {@code ArchitectureTest} per
 * module.
 */
public abstract class LayoutContract {

    private final LayoutRules rules;

    /** The contract of the module with this root package, without {@code io.pragh.}. */
    protected LayoutContract(String module) {
        rules = new LayoutRules(LayoutTable.load(), module);
    }

    /** The rules, for a module's own further checks. */
    protected final LayoutRules rules() {
        return rules;
    }

    /**
     * Every package must have a row. A table whose rows form a cycle is refused, so packages that keep to their rows
     * form none.
     */
    @Test
    void everyPackageHasARow() {
        assertNone(rules.packagesWithoutRow());
    }

    @Test
    void everyPackageUsesOnlyWhatItsRowGrants() {
        assertNone(rules.ungrantedUses());
    }

    @Test
    void closedDoorsStayClosed() {
        assertNone(rules.usesThroughClosedDoors());
    }

    private static void assertNone(List<String> violations) {
        if (!violations.isEmpty()) {
            fail("the layout (testkit/architecture.txt, docs/layout.md) is violated, count=" + violations.size()
                    + ":\n  " + String.join("\n  ", violations));
        }
    }
}
