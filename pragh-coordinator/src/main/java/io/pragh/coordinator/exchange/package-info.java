/**
 * Reports and plans in transit: their bytes, the collection of reports and the publication of plans. Front door:
 * {@link io.pragh.coordinator.exchange.ReportCollector} and {@link io.pragh.coordinator.exchange.PlanPublisher}. The
 * package must never know what keeps the records (a {@link io.pragh.coordinator.exchange.RecordTree}), nor how a plan
 * is made.
 */
@NullMarked
package io.pragh.coordinator.exchange;

import org.jspecify.annotations.NullMarked;
