/**
 * Gremlin Server over one graph: WebSocket and HTTP, passwords and TLS. Front door:
 * {@link io.pragh.tinkerpop.server.PraghServer}. The package must never know where the graph's nodes are, nor read a
 * command line.
 */
@NullMarked
package io.pragh.tinkerpop.server;

import org.jspecify.annotations.NullMarked;
