/**
 * The common part of fabrics that emulate one-sided operations: frames drawn to the byte, the execution of operations
 * on a region, and the inbox for messages. Front door: {@link io.pragh.rdma.wire.RequestFrame}. Decoders accept any
 * bytes, end with a frame or a {@link io.pragh.rdma.wire.MalformedFrameException}, and touch no memory that a request
 * does not name; the package must never know how bytes travel, or what they mean to the store.
 */
@NullMarked
package io.pragh.rdma.wire;

import org.jspecify.annotations.NullMarked;
