package io.pragh.rdma.verbs;

import com.ibm.disni.verbs.IbvCQ;
import com.ibm.disni.verbs.IbvQP;
import com.ibm.disni.verbs.SVCPollCq;
import com.ibm.disni.verbs.SVCPostRecv;
import com.ibm.disni.verbs.SVCPostSend;
import java.io.IOException;

/**
 * DiSNI's reusable call objects for posting and polling, in terms of the work that either provider does. They hold no
 * resources, so nothing is freed. Stateless.
 */
public final class VerbCalls {
    private static final String FIXED = "change the work request: it is read when it is posted";

    private VerbCalls() {}

    /**
     * Posts a list by one call; throws when the queue is full or the pair is unusable, and then none or only the
     * first few are posted.
     */
    public interface Post {
        void post() throws IOException;
    }

    /** Takes completions. */
    public interface Poll {
        /** Returns the number of completions; negative when the queue is unusable. */
        int poll() throws IOException;
    }

    /** A call that posts requests to send. */
    public static SVCPostSend send(IbvQP pair, Post post) {
        return new SVCPostSend() {
            @Override
            public SVCPostSend execute() throws IOException {
                post.post();
                return this;
            }

            @Override
            public SendWRMod getWrMod(int index) {
                throw new UnsupportedOperationException(FIXED);
            }

            @Override
            public boolean isValid() {
                return pair.isOpen();
            }

            @Override
            public SVCPostSend free() {
                return this;
            }
        };
    }

    /** A call that posts buffers to receive into. */
    public static SVCPostRecv receive(IbvQP pair, Post post) {
        return new SVCPostRecv() {
            @Override
            public SVCPostRecv execute() throws IOException {
                post.post();
                return this;
            }

            @Override
            public RecvWRMod getWrMod(int index) {
                throw new UnsupportedOperationException(FIXED);
            }

            @Override
            public boolean isValid() {
                return pair.isOpen();
            }

            @Override
            public SVCPostRecv free() {
                return this;
            }
        };
    }

    /** A call that takes completions. */
    public static SVCPollCq poll(IbvCQ queue, Poll poll) {
        return new SVCPollCq() {
            private int polled;

            @Override
            public SVCPollCq execute() throws IOException {
                polled = poll.poll();
                if (polled < 0) {
                    throw new IOException("ibv_poll_cq failed: result=" + polled);
                }
                return this;
            }

            @Override
            public int getPolls() {
                return polled;
            }

            @Override
            public boolean isValid() {
                return queue.isOpen();
            }

            @Override
            public SVCPollCq free() {
                return this;
            }
        };
    }
}
