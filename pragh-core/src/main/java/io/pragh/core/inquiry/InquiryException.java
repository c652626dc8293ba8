package io.pragh.core.inquiry;

import io.pragh.core.base.PraghException;

/** Another node did not answer an inquiry, or not to the end. Immutable. */
public final class InquiryException extends PraghException {
    private static final long serialVersionUID = 1L;

    private final Why why;

    /** What kind of reason there was. */
    public enum Why {
        /** The node answers nobody, or too many already. */
        REFUSED,
        /** Its application could not answer. */
        FAILED,
        /** It is gone, does not answer, or has forgotten what it was asked. */
        LOST
    }

    InquiryException(Why why, String message) {
        super(message, null, true);
        this.why = why;
    }

    /** What kind of reason there was. */
    public Why why() {
        return why;
    }
}
