/**
 * Pragh's face to the outside. It reaches fabrics and membership through their providers only, and never learns which
 * of them carries its bytes.
 */
package io.pragh.tinkerpop;
