/**
 * Gremlin's vertices, edges and properties as handles that know what to read, over {@link io.pragh.core.property}.
 * Front door: {@link io.pragh.tinkerpop.structure.ElementStore}, which the graph implements, so that elements never see
 * the graph. The package must never know where values lie, nor how a query is planned.
 */
@NullMarked
package io.pragh.tinkerpop.structure;

import org.jspecify.annotations.NullMarked;
