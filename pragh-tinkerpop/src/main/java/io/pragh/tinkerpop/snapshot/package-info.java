/**
 * Neighbours, hops and random walks without Gremlin, as of one moment: for applications that embed a graph and want its edges fast. Its
 * front door is {@link io.pragh.tinkerpop.snapshot.GraphSnapshot}. It never changes anything, and knows nothing of traversals.
 */
@NullMarked
package io.pragh.tinkerpop.snapshot;

import org.jspecify.annotations.NullMarked;
