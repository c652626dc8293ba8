package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraph;
import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.apache.tinkerpop.gremlin.structure.StructureStandardSuite;
import org.junit.runner.RunWith;

/** TinkerPop's structure suite on four nodes while values move between them. */
@RunWith(StructureStandardSuite.class)
@GraphProviderClass(provider = FourNodesProvider.class, graph = PraghGraph.class)
public class FourNodesStructure {}
