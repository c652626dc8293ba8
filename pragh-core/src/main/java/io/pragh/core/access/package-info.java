/**
 * Reading as the caller lives it: where is the value, is it here, else fetch it, and may it be trusted. Front door:
 * {@link io.pragh.core.access.VersionReader}. It must never know who decides where values lie, nor how an update works.
 */
@NullMarked
package io.pragh.core.access;

import org.jspecify.annotations.NullMarked;
