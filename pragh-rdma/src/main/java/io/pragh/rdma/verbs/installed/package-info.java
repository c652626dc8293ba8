/**
 * DiSNI's own provider, on its native library where that is installed, for a JDK that cannot call rdma-core itself. It
 * adds CAS and FETCH_ADD, which DiSNI leaves out, by work requests that are laid out here. Front door:
 * {@link io.pragh.rdma.verbs.installed.InstalledProvider}, found by name; the package must never know what is sent.
 */
@NullMarked
package io.pragh.rdma.verbs.installed;

import org.jspecify.annotations.NullMarked;
