/**
 * The messages between nodes, drawn to the byte. Front door: {@link io.pragh.core.protocol.MessageType} and one class per message. It
 * must never know who handles them.
 */
@NullMarked
package io.pragh.core.protocol;

import org.jspecify.annotations.NullMarked;
