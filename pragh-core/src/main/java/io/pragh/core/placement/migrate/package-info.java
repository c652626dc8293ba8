/**
 * The MIGRATE protocol: pulls values into this node's memory, driven by this node alone. Front door:
 * {@link io.pragh.core.placement.migrate.Migrator}. The package must never know why a value is wanted here.
 */
@NullMarked
package io.pragh.core.placement.migrate;

import org.jspecify.annotations.NullMarked;
