/**
 * The Gremlin Console plugin {@code pragh}: {@link io.pragh.tinkerpop.console.PraghGremlinPlugin} tells consoles and
 * script engines what to import. The package must never know the console's own classes, which are not on Pragh's class
 * path.
 */
@NullMarked
package io.pragh.tinkerpop.console;

import org.jspecify.annotations.NullMarked;
