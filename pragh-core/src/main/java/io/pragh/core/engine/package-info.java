/**
 * Runs tasks: one worker per core, each with a queue, and between tasks the services that keep a node going. Front door:
 * {@link io.pragh.core.engine.TaskEngine}. It must never know what a task does.
 */
@NullMarked
package io.pragh.core.engine;

import org.jspecify.annotations.NullMarked;
