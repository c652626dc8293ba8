/**
 * The order of all commits: the timestamp word, the snapshots that are open on a node, and the horizon below which no snapshot
 * looks. Front door: {@link io.pragh.core.timestamp.TimestampWord}. It must never know what is read or written, nor where values lie.
 */
@NullMarked
package io.pragh.core.timestamp;

import org.jspecify.annotations.NullMarked;
