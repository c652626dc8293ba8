/**
 * Names and places as 64-bit words: what a key is, where its home lies, and how an address says where its value is now. Front door:
 * {@link io.pragh.core.address.GraphKey} and {@link io.pragh.core.address.ValueAddress}. It must never know how bytes get from one
 * place to another.
 */
@NullMarked
package io.pragh.core.address;

import org.jspecify.annotations.NullMarked;
