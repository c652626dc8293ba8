/**
 * What fabrics that must emulate one-sided operations share: the frames they send, drawn to the byte, the execution of operations on
 * a region, and the inbox for messages. Front door: {@link io.pragh.rdma.wire.RequestFrame}. Decoders take any bytes: they end with a
 * frame or a {@link io.pragh.rdma.wire.MalformedFrameException}, and touch no memory that a request does not name. It must never know
 * how bytes travel, or what they mean to the store.
 */
@NullMarked
package io.pragh.rdma.wire;

import org.jspecify.annotations.NullMarked;
