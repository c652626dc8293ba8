/**
 * The homes' side of a commit: claims on keys, the lock table, votes and records, and the decision when a coordinator
 * is silent. Front door: {@link io.pragh.core.txn.home.TransactionHome}. It asks owners by an interface that this node
 * and others implement, and coordinators by messages alone; it must never know the classes that coordinate, nor which
 * session reads.
 */
@NullMarked
package io.pragh.core.txn.home;

import org.jspecify.annotations.NullMarked;
