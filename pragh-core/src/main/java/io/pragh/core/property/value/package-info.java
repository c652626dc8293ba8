/**
 * The encoding of property values and identifiers as bytes. Front door:
 * {@link io.pragh.core.property.value.ValueCodec}. The package must never know which element a value belongs to.
 */
@NullMarked
package io.pragh.core.property.value;

import org.jspecify.annotations.NullMarked;
