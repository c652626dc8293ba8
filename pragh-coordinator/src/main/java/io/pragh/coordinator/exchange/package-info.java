/**
 * Reports and plans on their way: their bytes, who collects the ones, and how the others are published. Front door: {@link
 * io.pragh.coordinator.exchange.ReportCollector} and {@link io.pragh.coordinator.exchange.PlanPublisher}. It must never know what
 * keeps the records (a {@link io.pragh.coordinator.exchange.RecordTree}), nor how a plan is made.
 */
@NullMarked
package io.pragh.coordinator.exchange;

import org.jspecify.annotations.NullMarked;
