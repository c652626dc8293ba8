/**
 * Pragh's face to the outside: {@link io.pragh.tinkerpop.PraghGraph}, and what it is opened with. It reaches fabrics and membership
 * through their providers only, and never learns which of them carries its bytes.
 */
@NullMarked
package io.pragh.tinkerpop;

import org.jspecify.annotations.NullMarked;
