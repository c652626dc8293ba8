/**
 * Files into a graph: {@link io.pragh.tinkerpop.load.GraphFiles} is the front door. A file that cannot be read to its end is told by
 * line and reason. It must never know whose graph it fills, nor who looks on.
 */
@NullMarked
package io.pragh.tinkerpop.load;

import org.jspecify.annotations.NullMarked;
