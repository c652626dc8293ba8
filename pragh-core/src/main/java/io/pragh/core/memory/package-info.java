/**
 * Off-heap bytes with named memory order: the only door to raw memory. Front door: {@link io.pragh.core.memory.Region}.
 *
 * <p>Four access modes, each in the name of the call: <em>plain</em> ({@code getLong}) for bytes nobody changes or that a later
 * check validates; <em>acquire</em> and <em>release</em> for a word that publishes what was written before it; <em>CAS</em> (and
 * add) for words that several threads or nodes change. All multi-byte values are little-endian and aligned to their size.
 *
 * <p>It must never know what the bytes mean.
 */
@NullMarked
package io.pragh.core.memory;

import org.jspecify.annotations.NullMarked;
