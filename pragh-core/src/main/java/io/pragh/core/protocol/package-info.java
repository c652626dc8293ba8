/**
 * The messages between nodes, drawn to the byte. Front door: {@link io.pragh.core.protocol.MessageType}, and one class
 * per message. The package must never know which part handles a message.
 */
@NullMarked
package io.pragh.core.protocol;

import org.jspecify.annotations.NullMarked;
