/**
 * What carries one-sided READ, WRITE, CAS and FETCH_ADD on other nodes' memory, and small messages. Front door:
 * {@link io.pragh.core.fabric.Fabric}. One-sided operations address partitions (not machines) and are executed by the initiator
 * alone: the target's processor has no part in them. It must never know what the bytes or the messages mean.
 */
@NullMarked
package io.pragh.core.fabric;

import org.jspecify.annotations.NullMarked;
