/**
 * The key table of a home: which address each key has, drawn once and readable by any node with one READ. Front door:
 * {@link io.pragh.core.store.table.KeyTable} on the home, {@link io.pragh.core.store.table.TableGeometry} and
 * {@link io.pragh.core.store.table.BucketReader} everywhere. It must never know what lies at an address, or who asks.
 */
@NullMarked
package io.pragh.core.store.table;

import org.jspecify.annotations.NullMarked;
