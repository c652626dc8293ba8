package io.pragh.tinkerpop.suite;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Stage;
import io.cucumber.guice.CucumberModules;
import org.apache.tinkerpop.gremlin.features.World;

/** Gives scenarios their world. */
final class WorldModule extends AbstractModule {
    private final World world;

    private WorldModule(World world) {
        this.world = world;
    }

    static Injector injector(World world) {
        return Guice.createInjector(Stage.PRODUCTION, CucumberModules.createScenarioModule(), new WorldModule(world));
    }

    @Override
    protected void configure() {
        bind(World.class).toInstance(world);
    }
}
