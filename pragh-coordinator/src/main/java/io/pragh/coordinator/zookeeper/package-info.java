/**
 * Membership, leadership and the exchange of reports and plans, kept by ZooKeeper through Curator. Front door: {@link
 * io.pragh.coordinator.zookeeper.ZooKeeperSession}. The only package that knows ZooKeeper; it must never know how a plan is made,
 * nor what a report means.
 */
@NullMarked
package io.pragh.coordinator.zookeeper;

import org.jspecify.annotations.NullMarked;
