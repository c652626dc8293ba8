package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraph;
import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.apache.tinkerpop.gremlin.process.ProcessEmbeddedComputerSuite;
import org.junit.runner.RunWith;

/** TinkerPop's suite of vertex programs, and of traversals on the computer, on one node. */
@RunWith(ProcessEmbeddedComputerSuite.class)
@GraphProviderClass(provider = OneNodeComputerProvider.class, graph = PraghGraph.class)
public class OneNodeComputer {}
