package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraph;
import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.apache.tinkerpop.gremlin.structure.StructureStandardSuite;
import org.junit.runner.RunWith;

/** TinkerPop's structure suite on three processes, joined by TCP. */
@RunWith(StructureStandardSuite.class)
@GraphProviderClass(provider = ThreeProcessesProvider.class, graph = PraghGraph.class)
public class ThreeProcessesStructure {}
