/**
 * Runs vertex programs and map-reduce jobs over a whole graph in parallel: each worker reads its share of the vertices
 * in a transaction of its own, and meets the others at a barrier. Front door:
 * {@link io.pragh.tinkerpop.process.computer.PraghGraphComputer}; a graph on which it computes implements
 * {@link io.pragh.tinkerpop.process.computer.ComputerSource}. The package must never know where vertices lie or how
 * they are encoded.
 */
@NullMarked
package io.pragh.tinkerpop.process.computer;

import org.jspecify.annotations.NullMarked;
