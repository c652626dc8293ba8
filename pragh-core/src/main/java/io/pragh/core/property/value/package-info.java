/**
 * Values of properties, and identifiers, as bytes. Front door: {@link io.pragh.core.property.value.ValueCodec}. It must never know what
 * has the values.
 */
@NullMarked
package io.pragh.core.property.value;

import org.jspecify.annotations.NullMarked;
