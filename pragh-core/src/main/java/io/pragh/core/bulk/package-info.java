/**
 * Reads edges from files and groups them into adjacency lists in bounded memory, for every loader: command line,
 * benchmarks and tests. Front door: {@link io.pragh.core.bulk.EdgeSource}, {@link io.pragh.core.bulk.EdgeListFile} for
 * a file, and {@link io.pragh.core.bulk.AdjacencyLists} for the grouping. The package must never know where lists are
 * stored, how a graph is encoded or how progress is drawn.
 */
@NullMarked
package io.pragh.core.bulk;

import org.jspecify.annotations.NullMarked;
