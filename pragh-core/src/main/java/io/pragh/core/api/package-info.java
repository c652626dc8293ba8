/**
 * What applications and the layers above the store see: reading values in place, and updates as operations that run where the value
 * lies. Front door: {@link io.pragh.core.api.StoreSession}. It must never know nodes, addresses or fabrics.
 */
@NullMarked
package io.pragh.core.api;

import org.jspecify.annotations.NullMarked;
