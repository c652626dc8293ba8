/**
 * Where values were seen last: a node's bounded map from key to address, which saves the READ of the home bucket. It belongs to the
 * reader; nobody else learns what is in it. Front door: {@link io.pragh.core.access.location.LocationCache}. It must never know how
 * an address is looked up or how a value is read, and it never decides whether a lease still holds.
 */
@NullMarked
package io.pragh.core.access.location;

import org.jspecify.annotations.NullMarked;
