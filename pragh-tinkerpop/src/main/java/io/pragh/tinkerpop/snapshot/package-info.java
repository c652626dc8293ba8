/**
 * Neighbours, hops and random walks at one snapshot, without Gremlin, for applications that embed a graph. Front door:
 * {@link io.pragh.tinkerpop.snapshot.GraphSnapshot}. The package never changes a graph, and must never know traversals.
 */
@NullMarked
package io.pragh.tinkerpop.snapshot;

import org.jspecify.annotations.NullMarked;
