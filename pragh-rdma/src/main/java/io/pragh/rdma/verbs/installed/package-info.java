/**
 * DiSNI's own provider on its own native library, where that is installed, for a JDK that cannot call rdma-core itself. What DiSNI leaves
 * out is added: CAS and FETCH_ADD, by work requests that are laid out here. Front door: {@link
 * io.pragh.rdma.verbs.installed.InstalledProvider}, found by name. It must never know what is sent.
 */
@NullMarked
package io.pragh.rdma.verbs.installed;

import org.jspecify.annotations.NullMarked;
