/**
 * Membership, leadership and the exchange of reports and plans, kept at ZooKeeper through Curator. Front door:
 * {@link io.pragh.coordinator.zookeeper.ZooKeeperSession}. No other package knows ZooKeeper; this one must never know
 * how a plan is made, nor what a report means.
 */
@NullMarked
package io.pragh.coordinator.zookeeper;

import org.jspecify.annotations.NullMarked;
