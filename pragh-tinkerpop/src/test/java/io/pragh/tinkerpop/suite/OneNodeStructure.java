package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraph;
import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.apache.tinkerpop.gremlin.structure.StructureStandardSuite;
import org.junit.runner.RunWith;

/** TinkerPop's structure suite on one node. */
@RunWith(StructureStandardSuite.class)
@GraphProviderClass(provider = OneNodeProvider.class, graph = PraghGraph.class)
public class OneNodeStructure {}
