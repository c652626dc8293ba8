package io.pragh.tinkerpop.cli;

import io.pragh.tinkerpop.PraghGraphConfig;
import java.util.List;
import org.apache.commons.configuration2.Configuration;
import picocli.CommandLine.Option;

/** The option of commands that read the values of a graph in a folder, which no configuration describes. One thread. */
final class StoredClasses {
    @Option(
            names = "--serializable",
            paramLabel = "CLASS",
            split = ",",
            description =
                    "Classes of the application whose objects the graph has as values or identifiers, as graph.serializable names"
                            + " them. Their jars have to be on the class path (PRAGH_CLASS_PATH).")
    private List<String> names = List.of();

    /** Adds the classes to a graph's configuration, which is returned. */
    Configuration in(Configuration configuration) {
        if (!names.isEmpty()) {
            configuration.setProperty(PraghGraphConfig.SERIALIZABLE, String.join(",", names));
        }
        return configuration;
    }
}
