/**
 * A whole property graph, gathered in memory, checked, and then stored at once: front door {@link io.pragh.core.property.bulk.StagedLoad},
 * which users know as {@link io.pragh.core.property.BulkLoad}. It must never know where elements come from, nor touch a graph that has
 * some already.
 */
@NullMarked
package io.pragh.core.property.bulk;

import org.jspecify.annotations.NullMarked;
