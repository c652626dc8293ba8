/**
 * Loads a whole property graph in bulk: gathers the elements in memory, checks them, and stores them at once in a graph
 * that has none. Front door: {@link io.pragh.core.property.bulk.StagedLoad}, which users know as
 * {@link io.pragh.core.property.BulkLoad}. The package must never know where elements come from, nor touch a graph that
 * has elements already.
 */
@NullMarked
package io.pragh.core.property.bulk;

import org.jspecify.annotations.NullMarked;
