/**
 * A node's share of the partitions, the fence that stops the node when it is cut off, and its recovery after the loss
 * of other members. Front door: {@link io.pragh.core.standing.NodeShare}.
 */
@NullMarked
package io.pragh.core.standing;

import org.jspecify.annotations.NullMarked;
