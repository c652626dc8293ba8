package io.pragh.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.pragh.core.base.Invariant;
import io.pragh.testkit.LayoutTable.Door;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LayoutRulesTest {

    @Test
    void packageWithoutRowIsNamed() {
        assertEquals(
                List.of("testkit has no row in architecture.txt"),
                rulesFor(Suspect.class, "").packagesWithoutRow());
    }

    @Test
    void useWithoutGrantNamesBothEnds() {
        List<String> violations =
                rulesFor(Suspect.class, "[packages]\ntestkit <-").ungrantedUses();

        assertTrue(violations.get(0).startsWith("testkit is not granted core.base: Method "), violations.toString());
        assertTrue(violations.get(0).contains("LayoutRulesTest.java:"), violations.toString());
    }

    @Test
    void grantedUseIsFine() {
        String text = "[packages]\ncore.base <-\ntestkit <- core.base";

        assertEquals(List.of(), rulesFor(Suspect.class, text).ungrantedUses());
    }

    @Test
    void doorsCloseTypesMethodsAndSignatures() {
        for (String target :
                List.of("java.util.Random", "java.util", "java.lang.System#nanoTime", "java.util.Random#<init>()")) {
            LayoutRules rules = rulesFor(Suspect.class, "[doors]\n" + target + " <- core.base");
            assertFalse(rules.usesThroughClosedDoors().isEmpty(), target);
        }
        for (String target : List.of("java.util.Rand", "java.lang.System#nano", "java.util.Random#<init>(long)")) {
            LayoutRules rules = rulesFor(Suspect.class, "[doors]\n" + target + " <-");
            assertEquals(List.of(), rules.usesThroughClosedDoors(), target);
        }
    }

    @Test
    void doorsAreOpenToTheirKeepersAndOutsideTheirScope() {
        Door door = LayoutTable.parse("[doors]\nx in core.. <- core.base core.store..")
                .doors()
                .get(0);

        assertEquals(
                List.of(true, true, false, false, false, false),
                List.of("core", "core.based", "core.base", "core.store", "core.store.value", "rdma").stream()
                        .map(door::isClosedTo)
                        .toList());
    }

    @Test
    void tableThatContradictsItselfIsRefused() {
        assertRefused("[packages]\na <- b\nb <- c\nc <- a", "the rows form a cycle: a -> b -> c -> a");
        assertRefused("[packages]\na <- b", "a is granted b, which has no row");
        assertRefused("[packages]\na <-\na <-", "two rows for a");
        assertRefused("[packages]\na = b", "not a row: a = b");
        assertRefused("a <- b", "a row outside of its section: a <- b");
    }

    @Test
    void moduleWithoutClassesIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new LayoutRules(LayoutTable.load(), "nowhere"));
    }

    private static void assertRefused(String text, String reason) {
        assertEquals(
                "architecture.txt: " + reason,
                assertThrows(IllegalArgumentException.class, () -> LayoutTable.parse(text))
                        .getMessage());
    }

    private static LayoutRules rulesFor(Class<?> type, String text) {
        return new LayoutRules(LayoutTable.parse(text), new ClassFileImporter().importClasses(type));
    }

    /** A class that breaks every tested rule. */
    static final class Suspect {
        private final Random random = new Random();

        long now() {
            Invariant.check(random.nextInt() != 1, "a use of core.base");
            return System.nanoTime();
        }
    }
}
