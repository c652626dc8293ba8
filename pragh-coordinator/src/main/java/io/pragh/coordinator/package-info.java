/**
 * Decides where values should live and who serves a share that lost its member: reports in, plans out. It never sees
 * a stored value, and only its {@code zookeeper} package knows how members find each other.
 */
package io.pragh.coordinator;
