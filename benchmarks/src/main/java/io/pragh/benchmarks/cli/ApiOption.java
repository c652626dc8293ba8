package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.Api;
import picocli.CommandLine.Option;

/** The option for the clients' interface. One thread. */
final class ApiOption {
    private static final int SCALE_GREMLIN = 14;

    @Option(
            names = "--api",
            paramLabel = "API",
            defaultValue = "store",
            description =
                    "store: clients call the store itself; gremlin: they run traversals, each a transaction, in the"
                            + " process where its first vertex is at home; prepared: the same, with the query prepared once;"
                            + " served: they send them to a Gremlin Server in each process, with --fabric shm or tcp"
                            + " (default: ${DEFAULT-VALUE}).")
    private Api api = Api.STORE;

    Api api() {
        return api;
    }

    /**
     * The default scale of the graph: traversals write a hundred times slower or more, and one process loads for all.
     */
    int scaleOtherwise(int ofStore) {
        return api.isGremlin() ? Math.min(ofStore, SCALE_GREMLIN) : ofStore;
    }
}
