/**
 * Plans: operators over columns of numbers that execute a traversal, or its beginning, in place of steps that each take
 * one traverser. Front door: {@link io.pragh.tinkerpop.process.plan.PlanCompiler}.
 */
@NullMarked
package io.pragh.tinkerpop.process.plan;

import org.jspecify.annotations.NullMarked;
