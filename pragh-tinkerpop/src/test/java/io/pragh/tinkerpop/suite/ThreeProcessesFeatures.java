package io.pragh.tinkerpop.suite;

import io.cucumber.junit.Cucumber;
import io.cucumber.junit.CucumberOptions;
import org.apache.tinkerpop.gremlin.features.AbstractGuiceFactory;
import org.junit.runner.RunWith;

/** Gremlin's scenarios on three processes, joined by TCP. */
@RunWith(Cucumber.class)
@CucumberOptions(
        tags = "not @GraphComputerOnly and not @AllowNullPropertyValues",
        name = PraghWorld.EDGES_IN_ANY_ORDER,
        glue = PraghWorld.GLUE,
        objectFactory = ThreeProcessesFeatures.Factory.class,
        features = PraghWorld.SCENARIOS)
public class ThreeProcessesFeatures {
    /** Wires the scenarios. */
    public static final class Factory extends AbstractGuiceFactory {
        /** Called by Cucumber. */
        public Factory() {
            super(WorldModule.injector(new PraghWorld(PeerProcesses::open, false, false)));
        }
    }
}
