package io.pragh.core.inquiry;

import java.io.OutputStream;
import java.nio.ByteBuffer;

/** The application's side of an answer. Any thread, several at once. */
@FunctionalInterface
public interface Answerer {
    /**
     * Writes the answer to a question, on a thread that does nothing else meanwhile. A write waits when nobody has asked for what was
     * written before; the thread is interrupted when nobody will. {@link OutputStream#flush} says that what was written is of use by
     * itself: it is handed over if the asker has waited for a while.
     *
     * @param question as it was asked; little care is needed, since only members of the cluster ask
     * @throws Exception when there is no answer, or not all of it: the asker is told the message
     */
    void answer(ByteBuffer question, OutputStream answer) throws Exception;
}
