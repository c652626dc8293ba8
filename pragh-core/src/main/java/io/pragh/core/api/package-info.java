/**
 * The interface for applications and for the layers above the store: reads that visit a value in place, and updates as
 * operations that the owner of the value evaluates. Front door: {@link io.pragh.core.api.StoreSession}. The package
 * must never know nodes, addresses or fabrics.
 */
@NullMarked
package io.pragh.core.api;

import org.jspecify.annotations.NullMarked;
