package io.pragh.tinkerpop.console;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.snapshot.Hop;
import org.apache.tinkerpop.gremlin.jsr223.AbstractGremlinPlugin;
import org.apache.tinkerpop.gremlin.jsr223.DefaultImportCustomizer;

/**
 * The plugin {@code pragh}: imports its classes by their short names. Found through {@link java.util.ServiceLoader}.
 * Immutable.
 */
public final class PraghGremlinPlugin extends AbstractGremlinPlugin {
    private static final String NAME = "pragh";

    /** Called by plugin loaders; all instances are the same. */
    public PraghGremlinPlugin() {
        super(
                NAME,
                DefaultImportCustomizer.build()
                        .addClassImports(
                                PraghGraph.class,
                                PraghGraphConfig.class,
                                ElementKind.class,
                                Hop.class,
                                PraghException.class)
                        .create());
    }

    /** Called by Gremlin Server when its configuration names the plugin. */
    public static PraghGremlinPlugin instance() {
        return new PraghGremlinPlugin();
    }
}
