package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraph;
import org.apache.tinkerpop.gremlin.AbstractGremlinSuite;
import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalEngine;
import org.apache.tinkerpop.gremlin.structure.EdgeTest;
import org.apache.tinkerpop.gremlin.structure.TransactionTest;
import org.junit.runner.RunWith;
import org.junit.runners.model.InitializationError;
import org.junit.runners.model.RunnerBuilder;

/** A part of {@link ThreeProcessesStructure} that takes most of its time, for every build. */
@RunWith(ThreeProcessesSample.Suite.class)
@GraphProviderClass(provider = ThreeProcessesProvider.class, graph = PraghGraph.class)
public class ThreeProcessesSample {
    /** A part of TinkerPop's structure suite. */
    public static final class Suite extends AbstractGremlinSuite {
        private static final Class<?>[] TESTS = {EdgeTest.class, TransactionTest.class};

        /** Called by JUnit. */
        public Suite(Class<?> suite, RunnerBuilder builder) throws InitializationError {
            super(suite, builder, TESTS, TESTS, true, TraversalEngine.Type.STANDARD);
        }
    }
}
