package io.pragh.tinkerpop.suite;

import io.cucumber.junit.Cucumber;
import io.cucumber.junit.CucumberOptions;
import org.apache.tinkerpop.gremlin.features.AbstractGuiceFactory;
import org.apache.tinkerpop.gremlin.features.World;
import org.junit.AfterClass;
import org.junit.runner.RunWith;

/** Gremlin's scenarios on the computer on four nodes while values move between them. */
@RunWith(Cucumber.class)
@CucumberOptions(
        tags = World.GRAPHCOMPUTER_TAG_FILTER + " and not @AllowNullPropertyValues",
        glue = PraghWorld.GLUE,
        objectFactory = FourNodesComputerFeatures.Factory.class,
        features = PraghWorld.SCENARIOS)
public class FourNodesComputerFeatures {
    /** Called by JUnit. */
    @AfterClass
    public static void close() {
        PraghWorld.close();
    }

    /** Wires the scenarios. */
    public static final class Factory extends AbstractGuiceFactory {
        /** Called by Cucumber. */
        public Factory() {
            super(WorldModule.injector(new PraghWorld(FourNodesProvider::open, false, true)));
        }
    }
}
