/**
 * Composition root of one process: builds a node out of its parts, and a cluster of nodes in one process. Front door:
 * {@link io.pragh.core.node.PraghNode} and {@link io.pragh.core.node.LocalCluster}. The only package that sees all of core.
 */
@NullMarked
package io.pragh.core.node;

import org.jspecify.annotations.NullMarked;
