/**
 * Loads files into a graph, and writes a graph into files. Front door: {@link io.pragh.tinkerpop.load.GraphFiles}. An
 * unreadable file is reported by line and reason; the package must never know whose graph it fills, nor what shows the
 * progress.
 */
@NullMarked
package io.pragh.tinkerpop.load;

import org.jspecify.annotations.NullMarked;
