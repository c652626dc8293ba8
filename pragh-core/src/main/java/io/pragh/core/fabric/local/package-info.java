/**
 * The network of one process: the reference that says what the operations of a fabric mean, with modelled latency where wanted.
 * Front door: {@link io.pragh.core.fabric.local.LocalNetwork}. It exists for embedded use, for tests and for the exploration of
 * protocols step by step, so it has no thread of its own, no random choice, and no clock but the one it is given. It must never
 * know what the bytes or the messages mean.
 */
@NullMarked
package io.pragh.core.fabric.local;

import org.jspecify.annotations.NullMarked;
