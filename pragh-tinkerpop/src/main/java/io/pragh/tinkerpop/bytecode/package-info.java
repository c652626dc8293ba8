/**
 * What a traversal tells before it is executed: {@link io.pragh.tinkerpop.bytecode.QueryShape}. It must never know a graph or a cluster.
 */
@NullMarked
package io.pragh.tinkerpop.bytecode;

import org.jspecify.annotations.NullMarked;
