/**
 * Types that every package may use, at most 15: the exception type, invariants, clocks and the latency histogram. The
 * package exists so that foundations need no dependency of their own; it must never know memory, addresses or the
 * network.
 */
@NullMarked
package io.pragh.core.base;

import org.jspecify.annotations.NullMarked;
