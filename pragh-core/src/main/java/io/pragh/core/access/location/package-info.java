/**
 * The location cache: a node's bounded map from key to address, which saves the READ of the home's bucket and belongs
 * to the readers of that node alone. Front door: {@link io.pragh.core.access.location.LocationCache}. The package must
 * never know how an address is looked up or how a value is read, and it never decides whether a lease still holds.
 */
@NullMarked
package io.pragh.core.access.location;

import org.jspecify.annotations.NullMarked;
