/**
 * DiSNI's interface to verbs, on the system's own libibverbs and librdmacm, called with {@code java.lang.foreign}, so
 * that nothing native is built or shipped. Front door: {@link io.pragh.rdma.verbs.foreign.ForeignProvider}, found by
 * name, because only JDK 22 and newer can load it. The package must never know what is sent.
 */
@NullMarked
package io.pragh.rdma.verbs.foreign;

import org.jspecify.annotations.NullMarked;
