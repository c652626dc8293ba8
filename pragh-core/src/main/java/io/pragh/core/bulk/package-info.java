/**
 * Edges on their way into a graph: where they come from and how they become adjacency lists. The package exists so that
 * every loader (command line, benchmarks, tests) shares one reader of edge files and one memory-bounded way to group
 * edges by source. Front door: {@link io.pragh.core.bulk.EdgeSource}, {@link io.pragh.core.bulk.EdgeListFile} to read a
 * file, {@link io.pragh.core.bulk.AdjacencyLists} to turn edges into lists. It must never know where lists are stored,
 * how a graph is encoded or how progress is drawn.
 */
@NullMarked
package io.pragh.core.bulk;

import org.jspecify.annotations.NullMarked;
