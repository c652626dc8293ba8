/**
 * The key table of a home, which maps each key to the address of its value, drawn once and readable by any node with
 * one READ. Front door: {@link io.pragh.core.store.table.KeyTable} on the home,
 * {@link io.pragh.core.store.table.TableGeometry} and {@link io.pragh.core.store.table.BucketReader} on every node. The
 * package must never know what lies at an address, nor which node asks.
 */
@NullMarked
package io.pragh.core.store.table;

import org.jspecify.annotations.NullMarked;
