/**
 * What concurrent transactions saw and did, and whether that is as isolated as was promised. Front doors:
 * {@link io.pragh.history.TransactionHistory} records, {@link io.pragh.history.IsolationChecker} judges. It knows lists that are
 * appended to and nothing of the store, so that one checker serves models, the store and other databases alike.
 */
@NullMarked
package io.pragh.history;

import org.jspecify.annotations.NullMarked;
