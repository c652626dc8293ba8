/**
 * The TinkerPop provider: {@link io.pragh.tinkerpop.PraghGraph}, and the configuration with which it is opened. It
 * reaches fabrics and membership through their providers alone, and never learns which of them carries its bytes.
 */
@NullMarked
package io.pragh.tinkerpop;

import org.jspecify.annotations.NullMarked;
