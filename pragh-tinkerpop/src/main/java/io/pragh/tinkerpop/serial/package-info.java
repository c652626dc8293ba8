/**
 * Objects of an application's classes as bytes and back, restricted to classes that may be read. Front door:
 * {@link io.pragh.tinkerpop.serial.SerializableClasses}, whose list {@link io.pragh.tinkerpop.serial.JavaBytes},
 * {@link io.pragh.tinkerpop.serial.FieldBytes} and {@link io.pragh.tinkerpop.serial.GryoFile} obey. Bytes come from
 * files and from other nodes, so nothing here trusts them; the package must never know graphs or elements.
 */
@NullMarked
package io.pragh.tinkerpop.serial;

import org.jspecify.annotations.NullMarked;
