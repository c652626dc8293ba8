/**
 * A node's application asks another node's application something and gets the answer in pieces, as far as it asks for them.
 * {@link io.pragh.core.inquiry.Inquiries} is the front door; it must never know what the bytes mean.
 */
@NullMarked
package io.pragh.core.inquiry;

import org.jspecify.annotations.NullMarked;
