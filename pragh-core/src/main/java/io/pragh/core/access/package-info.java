/**
 * Reads values for one node: finds the address of a value, fetches the block unless it lies in this node's memory, and
 * checks that it is current. Front door: {@link io.pragh.core.access.VersionReader}. The package must never know how
 * the owner of a value is chosen, nor how an update works.
 */
@NullMarked
package io.pragh.core.access;

import org.jspecify.annotations.NullMarked;
