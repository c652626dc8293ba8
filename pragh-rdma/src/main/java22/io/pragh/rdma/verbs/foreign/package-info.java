/**
 * DiSNI's interface to verbs on the system's own libibverbs and librdmacm, called with {@code java.lang.foreign}: nothing native is built
 * or shipped. Front door: {@link io.pragh.rdma.verbs.foreign.ForeignProvider}, found by name, since only JDK 22 and newer can load it. It
 * must never know what is sent.
 */
@NullMarked
package io.pragh.rdma.verbs.foreign;

import org.jspecify.annotations.NullMarked;
