package io.pragh.tinkerpop.process.plan;

import io.pragh.mutant.ChangedProgram;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Checks that random traversals of small graphs keep what Gremlin promises of their results also where everything is
 * read, held and passed on in pieces of a few rows, as in large graphs. {@code src/test/pieces} makes the changed
 * copy of the product. jqwik prints the seed of a failure.
 */
class SmallPiecesTest {
    private final Method trial;

    SmallPiecesTest() throws IOException, ReflectiveOperationException {
        ClassLoader copy = ChangedProgram.of(Path.of("src", "test", "pieces"));
        trial = Class.forName(RandomTraversalsTest.class.getName(), true, copy)
                .getDeclaredMethod("onOneNode", long.class);
        trial.setAccessible(true);
    }

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void theSizeOfPiecesChangesNoResult(@ForAll long drawn) throws IllegalAccessException {
        Thread here = Thread.currentThread();
        ClassLoader before = here.getContextClassLoader();
        here.setContextClassLoader(trial.getDeclaringClass().getClassLoader());
        try {
            trial.invoke(null, drawn);
        } catch (InvocationTargetException failed) {
            throw new AssertionError(
                    "in pieces of a few rows: " + failed.getCause().getMessage(), failed.getCause());
        } finally {
            here.setContextClassLoader(before);
        }
    }
}
