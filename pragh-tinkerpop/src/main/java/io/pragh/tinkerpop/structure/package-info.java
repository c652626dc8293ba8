/**
 * Vertices, edges and properties as Gremlin sees them: handles that know what to read, over {@link io.pragh.core.property}. Front door:
 * {@link io.pragh.tinkerpop.structure.ElementStore}, which the graph implements, so that elements never see it. It must never know
 * where values lie, nor how a query is planned.
 */
@NullMarked
package io.pragh.tinkerpop.structure;

import org.jspecify.annotations.NullMarked;
