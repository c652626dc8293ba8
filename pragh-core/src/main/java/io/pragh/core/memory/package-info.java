/**
 * Off-heap bytes with named memory order: the only package that touches raw memory. Front door:
 * {@link io.pragh.core.memory.Region}. The package must never know what the bytes mean.
 *
 * <p>The name of each call says its access mode: <em>plain</em> ({@code getLong}) for bytes that never change or that a
 * later check validates; <em>acquire</em> and <em>release</em> for a word that publishes earlier writes; <em>CAS</em>
 * and add for words that several threads or nodes change. Multi-byte values are little-endian and aligned to their
 * size.
 */
@NullMarked
package io.pragh.core.memory;

import org.jspecify.annotations.NullMarked;
