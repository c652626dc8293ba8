/**
 * Reports and plans on their way: their bytes, who collects the ones, how the others are published, and the record of what was
 * approved. Front door: {@link io.pragh.coordinator.exchange.ReportCollector}, {@link io.pragh.coordinator.exchange.PlanPublisher} and
 * {@link io.pragh.coordinator.exchange.PlanLedger}. It must never know what keeps the records (a {@link
 * io.pragh.coordinator.exchange.RecordTree}), nor how a plan is made.
 */
@NullMarked
package io.pragh.coordinator.exchange;

import org.jspecify.annotations.NullMarked;
