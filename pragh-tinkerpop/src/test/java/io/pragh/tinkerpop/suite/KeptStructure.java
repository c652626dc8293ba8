package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraph;
import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.apache.tinkerpop.gremlin.structure.StructureStandardSuite;
import org.junit.runner.RunWith;

/**
 * TinkerPop's structure suite on one node with a data folder, including the test that closes a graph and opens it
 * again.
 */
@RunWith(StructureStandardSuite.class)
@GraphProviderClass(provider = KeptProvider.class, graph = PraghGraph.class)
public class KeptStructure {}
