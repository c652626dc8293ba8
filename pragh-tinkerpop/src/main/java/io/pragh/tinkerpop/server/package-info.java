/**
 * Gremlin Server over one graph: WebSocket and HTTP, passwords, TLS. {@link io.pragh.tinkerpop.server.PraghServer} is the front door; it
 * must never know where the graph's nodes are, nor read a command line.
 */
@NullMarked
package io.pragh.tinkerpop.server;

import org.jspecify.annotations.NullMarked;
