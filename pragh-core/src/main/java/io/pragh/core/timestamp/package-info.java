/**
 * The order of all commits: the timestamp word, the open snapshots of a node, and the horizon below which no snapshot
 * is open. Front door: {@link io.pragh.core.timestamp.TimestampWord}. The package must never know what is read or
 * written, nor where values lie.
 */
@NullMarked
package io.pragh.core.timestamp;

import org.jspecify.annotations.NullMarked;
