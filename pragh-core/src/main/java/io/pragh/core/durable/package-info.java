/**
 * What must survive a crash. Front door: {@link io.pragh.core.durable.DecisionLog}, the append that commits a transaction. It must
 * never know the store, nor where records are kept.
 */
@NullMarked
package io.pragh.core.durable;

import org.jspecify.annotations.NullMarked;
