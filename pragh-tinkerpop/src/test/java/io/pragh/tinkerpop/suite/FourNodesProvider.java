package io.pragh.tinkerpop.suite;

import io.pragh.testkit.Seeds;
import io.pragh.tinkerpop.MovingGraph;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.LoadGraphWith;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.jspecify.annotations.Nullable;

/** Opens graphs of four nodes between which values move all the time. */
public class FourNodesProvider extends OneNodeProvider {
    private static final int NODES = 4;
    private static final int PARTITIONS = 8;
    private static final String SEED = "pragh.suites.seed";
    private static final SplittableRandom SEEDS = seeds();

    private static SplittableRandom seeds() {
        long seed = Seeds.of(SEED);
        System.err.println("values move by -D" + SEED + "=" + seed);
        return new SplittableRandom(seed);
    }

    /** Opens a graph with these options on four nodes. */
    static PraghGraph open(Configuration configuration) {
        configuration.setProperty(PraghGraphConfig.NODES, NODES);
        configuration.setProperty(PraghGraphConfig.PARTITIONS, PARTITIONS);
        synchronized (SEEDS) {
            return MovingGraph.open(configuration, SEEDS.nextLong());
        }
    }

    @Override
    public Map<String, Object> getBaseConfiguration(
            String graphName, Class<?> test, String testMethodName, LoadGraphWith.@Nullable GraphData loadGraphWith) {
        Map<String, Object> options = super.getBaseConfiguration(graphName, test, testMethodName, loadGraphWith);
        options.put(PraghGraphConfig.NODES, NODES);
        options.put(PraghGraphConfig.PARTITIONS, PARTITIONS);
        return options;
    }

    @Override
    public Graph openTestGraph(Configuration configuration) {
        return open(configuration);
    }

    @Override
    public Graph standardTestGraph(
            Class<?> test, String testMethodName, LoadGraphWith.@Nullable GraphData loadGraphWith) {
        return open(standardGraphConfiguration(test, testMethodName, loadGraphWith));
    }
}
