/**
 * What every package may know: the exception type, invariants, clocks and the latency histogram. It exists so that
 * foundations need no dependency of their own; it must never know memory, addresses or the network. At most 15 types.
 */
@NullMarked
package io.pragh.core.base;

import org.jspecify.annotations.NullMarked;
