package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraph;
import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.apache.tinkerpop.gremlin.process.ProcessEmbeddedStandardSuite;
import org.junit.runner.RunWith;

/** TinkerPop's suite of what only embedded traversals can do on four nodes while values move between them. */
@RunWith(ProcessEmbeddedStandardSuite.class)
@GraphProviderClass(provider = FourNodesProvider.class, graph = PraghGraph.class)
public class FourNodesProcessEmbedded {}
