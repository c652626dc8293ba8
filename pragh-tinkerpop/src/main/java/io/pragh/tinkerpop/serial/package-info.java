/**
 * Objects of an application's classes as bytes, and back: which classes may be read at all, and at what cost. Front door: {@link
 * io.pragh.tinkerpop.serial.SerializableClasses}, which {@link io.pragh.tinkerpop.serial.JavaBytes}, {@link
 * io.pragh.tinkerpop.serial.FieldBytes} and {@link io.pragh.tinkerpop.serial.GryoFile} keep to. Bytes come from files and from other nodes, so
 * nothing here trusts them. It must never know graphs or elements.
 */
@NullMarked
package io.pragh.tinkerpop.serial;

import org.jspecify.annotations.NullMarked;
