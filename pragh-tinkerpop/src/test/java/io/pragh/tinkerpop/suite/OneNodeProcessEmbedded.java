package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraph;
import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.apache.tinkerpop.gremlin.process.ProcessEmbeddedStandardSuite;
import org.junit.runner.RunWith;

/** TinkerPop's suite of what only embedded traversals can do, on one node. */
@RunWith(ProcessEmbeddedStandardSuite.class)
@GraphProviderClass(provider = OneNodeProvider.class, graph = PraghGraph.class)
public class OneNodeProcessEmbedded {}
