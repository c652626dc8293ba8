/**
 * Vertex programs and map-reduce jobs over a whole graph, in parallel: each worker has a share of the vertices, reads it in a
 * transaction of its own, and takes turns with the others at a barrier. Front door:
 * {@link io.pragh.tinkerpop.process.computer.PraghGraphComputer}; a graph that wants to be computed on implements
 * {@link io.pragh.tinkerpop.process.computer.ComputerSource}. It must never know where vertices lie or how they are encoded.
 */
@NullMarked
package io.pragh.tinkerpop.process.computer;

import org.jspecify.annotations.NullMarked;
