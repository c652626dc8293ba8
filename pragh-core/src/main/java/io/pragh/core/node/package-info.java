/**
 * The composition root of a process: builds a node from its parts, and a cluster of nodes in one process. Front door:
 * {@link io.pragh.core.node.PraghNode} and {@link io.pragh.core.node.LocalCluster}. No other package sees all of core.
 */
@NullMarked
package io.pragh.core.node;

import org.jspecify.annotations.NullMarked;
