package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraph;
import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.junit.runner.RunWith;

/** TinkerPop's older suite of traversals on four nodes while values move between them. */
@SuppressWarnings("deprecation") // older, but it has tests that the newer suites lack
@RunWith(org.apache.tinkerpop.gremlin.process.ProcessStandardSuite.class)
@GraphProviderClass(provider = FourNodesProvider.class, graph = PraghGraph.class)
public class FourNodesProcessStandard {}
