/**
 * Keys, addresses and homes as 64-bit words. Front door: {@link io.pragh.core.address.GraphKey} and
 * {@link io.pragh.core.address.ValueAddress}. The package must never know how bytes get from one place to another.
 */
@NullMarked
package io.pragh.core.address;

import org.jspecify.annotations.NullMarked;
