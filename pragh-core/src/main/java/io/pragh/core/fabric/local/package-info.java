/**
 * The fabric of one process, and the reference for the operations of every fabric, with modelled latency where wanted.
 * Front door: {@link io.pragh.core.fabric.local.LocalNetwork}. It serves embedded graphs, tests and exploration, so it
 * has no thread of its own, no random choice and no clock but the one it is given; it must never know what bytes or
 * messages mean.
 */
@NullMarked
package io.pragh.core.fabric.local;

import org.jspecify.annotations.NullMarked;
