/**
 * The server's side of routing: a query that begins at a vertex of another node is executed by that node, and its results come back as
 * an answer of {@link io.pragh.core.inquiry}. {@link io.pragh.tinkerpop.forward.ForwardStrategy} asks,
 * {@link io.pragh.tinkerpop.forward.ForwardedQueries} answers. It must never know who the user is: nodes trust each other.
 */
@NullMarked
package io.pragh.tinkerpop.forward;

import org.jspecify.annotations.NullMarked;
