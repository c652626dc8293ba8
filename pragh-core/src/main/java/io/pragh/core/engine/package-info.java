/**
 * Runs tasks on workers, each with a queue, and between tasks the services that keep a node going. Front door:
 * {@link io.pragh.core.engine.TaskEngine}. The package must never know what a task does.
 */
@NullMarked
package io.pragh.core.engine;

import org.jspecify.annotations.NullMarked;
