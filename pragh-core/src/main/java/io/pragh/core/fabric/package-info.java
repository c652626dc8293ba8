/**
 * The interface of a fabric: one-sided READ, WRITE, CAS and FETCH_ADD, which address partitions and not machines and
 * need no processor but the initiator's, and small messages. Front door: {@link io.pragh.core.fabric.Fabric}. The
 * package must never know what bytes or messages mean.
 */
@NullMarked
package io.pragh.core.fabric;

import org.jspecify.annotations.NullMarked;
