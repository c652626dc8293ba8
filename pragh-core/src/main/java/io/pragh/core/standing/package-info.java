/**
 * What a node serves, and how far it may act as a member: its share of the partitions as views change it, the fence that stops it when
 * it is cut off, its failure, and what it does after others were lost. Front door: {@link io.pragh.core.standing.NodeShare}.
 */
@NullMarked
package io.pragh.core.standing;

import org.jspecify.annotations.NullMarked;
