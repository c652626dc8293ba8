package io.pragh.tinkerpop.suite;

import io.cucumber.junit.Cucumber;
import io.cucumber.junit.CucumberOptions;
import org.apache.tinkerpop.gremlin.features.AbstractGuiceFactory;
import org.junit.AfterClass;
import org.junit.runner.RunWith;

/** Gremlin's scenarios on four nodes while values move between them. */
@RunWith(Cucumber.class)
@CucumberOptions(
        tags = "not @GraphComputerOnly and not @AllowNullPropertyValues",
        name = PraghWorld.EDGES_IN_ANY_ORDER,
        glue = PraghWorld.GLUE,
        objectFactory = FourNodesFeatures.Factory.class,
        features = PraghWorld.SCENARIOS)
public class FourNodesFeatures {
    /** Called by JUnit. */
    @AfterClass
    public static void close() {
        PraghWorld.close();
    }

    /** Wires the scenarios. */
    public static final class Factory extends AbstractGuiceFactory {
        /** Called by Cucumber. */
        public Factory() {
            super(WorldModule.injector(new PraghWorld(FourNodesProvider::open, false, false)));
        }
    }
}
