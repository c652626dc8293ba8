/**
 * Prepared traversals: planned once and executed often with other values, for applications that embed a graph. Front
 * door: {@link io.pragh.tinkerpop.prepared.PreparedTraversal}. The package must never know what a plan does.
 */
@NullMarked
package io.pragh.tinkerpop.prepared;

import org.jspecify.annotations.NullMarked;
