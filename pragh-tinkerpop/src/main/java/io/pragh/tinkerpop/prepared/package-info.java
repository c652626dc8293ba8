/**
 * Traversals that are planned once and executed often, with other values each time: for applications that embed a graph and ask the same of it again and
 * again. Its front door is {@link io.pragh.tinkerpop.prepared.PreparedTraversal}. It knows nothing of what a plan does.
 */
@NullMarked
package io.pragh.tinkerpop.prepared;

import org.jspecify.annotations.NullMarked;
