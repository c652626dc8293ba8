package io.pragh.rdma.verbs.foreign;

import com.ibm.disni.verbs.IbvCQ;
import com.ibm.disni.verbs.IbvCompChannel;
import com.ibm.disni.verbs.IbvContext;
import com.ibm.disni.verbs.IbvMr;
import com.ibm.disni.verbs.IbvPd;
import com.ibm.disni.verbs.IbvQP;
import com.ibm.disni.verbs.IbvRecvWR;
import com.ibm.disni.verbs.IbvSendWR;
import com.ibm.disni.verbs.IbvWC;
import com.ibm.disni.verbs.RdmaVerbs;
import com.ibm.disni.verbs.SVCDeregMr;
import com.ibm.disni.verbs.SVCPollCq;
import com.ibm.disni.verbs.SVCPostRecv;
import com.ibm.disni.verbs.SVCPostSend;
import com.ibm.disni.verbs.SVCRegMr;
import com.ibm.disni.verbs.SVCReqNotify;
import io.pragh.rdma.verbs.VerbCalls;
import io.pragh.rdma.verbs.WorkLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Memory registration, queues and posting by libibverbs. Any thread, as far as DiSNI's interface allows it. */
final class ForeignVerbs extends RdmaVerbs {
    private static final int NOT_SUPPORTED = -1;

    private final WorkLayout layout =
            new WorkLayout(bytes -> MemorySegment.ofBuffer(bytes).address());

    @Override
    public IbvPd allocPd(IbvContext context) throws IOException {
        Handles.Context device = (Handles.Context) context;
        long domain = Native.call(() -> (long) Native.ALLOC_PD.invokeExact(Native.state(), device.address));
        return new Handles.Domain(Native.pointer("ibv_alloc_pd", domain), device);
    }

    @Override
    public IbvCompChannel createCompChannel(IbvContext context) throws IOException {
        long device = ((Handles.Context) context).address;
        long channel = Native.call(() -> (long) Native.CREATE_CHANNEL.invokeExact(Native.state(), device));
        Handles.Completions made = new Handles.Completions(Native.pointer("ibv_create_comp_channel", channel), context);
        Native.neverBlock(made.getFd());
        return made;
    }

    @Override
    public IbvCQ createCQ(IbvContext context, @Nullable IbvCompChannel channel, int entries, int vector)
            throws IOException {
        Handles.Context device = (Handles.Context) context;
        long events = channel == null ? 0 : ((Handles.Completions) channel).address;
        long queue = Native.call(
                () -> (long) Native.CREATE_CQ.invokeExact(Native.state(), device.address, entries, 0L, events, vector));
        return new Handles.Queue(Native.pointer("ibv_create_cq", queue), device, channel);
    }

    @Override
    public boolean getCqEvent(IbvCompChannel channel, IbvCQ queue, int millis) throws IOException {
        if (!Native.isReadable(channel.getFd(), millis)) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            long found = arena.allocate(2 * Long.BYTES, Long.BYTES).address();
            long events = ((Handles.Completions) channel).address;
            return Native.call(() ->
                    (int) Native.GET_CQ_EVENT.invokeExact(Native.state(), events, found, found + Long.BYTES) == 0);
        }
    }

    @Override
    public SVCRegMr regMr(IbvPd domain, ByteBuffer memory, int access) {
        MemorySegment segment = MemorySegment.ofBuffer(memory.duplicate().clear());
        return new Register((Handles.Domain) domain, segment.address(), memory.capacity(), access);
    }

    @Override
    public SVCRegMr regMr(IbvPd domain, long address, int bytes, int access) {
        return new Register((Handles.Domain) domain, address, bytes, access);
    }

    /** Registers memory; the caller keeps it reachable. */
    private static final class Register extends SVCRegMr {
        private final Handles.Domain domain;
        private final long address;
        private final int bytes;
        private final int access;
        private @Nullable IbvMr made;

        Register(Handles.Domain domain, long address, int bytes, int access) {
            this.domain = domain;
            this.address = address;
            this.bytes = bytes;
            this.access = access;
        }

        @Override
        public SVCRegMr execute() throws IOException {
            long structure = Native.call(() ->
                    (long) Native.REGISTER.invokeExact(Native.state(), domain.address, address, (long) bytes, access));
            made = new Handles.Registration(Native.pointer("ibv_reg_mr", structure), address, bytes, access);
            return this;
        }

        @Override
        public IbvMr getMr() {
            IbvMr registration = made;
            if (registration == null) {
                throw new IllegalStateException("memory is registered before it is asked for");
            }
            return registration;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public SVCRegMr free() {
            return this;
        }
    }

    @Override
    public SVCDeregMr deregMr(IbvMr registration) {
        return new SVCDeregMr() {
            @Override
            public SVCDeregMr execute() throws IOException {
                long structure = ((Handles.Registration) registration).structure;
                registration.close();
                Native.done("ibv_dereg_mr", Native.call(() ->
                        (int) Native.DEREGISTER.invokeExact(Native.state(), structure)));
                return this;
            }

            @Override
            public boolean isValid() {
                return registration.isOpen();
            }

            @Override
            public SVCDeregMr free() {
                return this;
            }
        };
    }

    @Override
    public SVCPostSend postSend(IbvQP pair, List<IbvSendWR> work, @Nullable List<IbvSendWR> failed) {
        Handles.Pair to = (Handles.Pair) pair;
        return VerbCalls.send(pair, () -> post("ibv_post_send", to, to.send, layout.send(work)));
    }

    @Override
    public SVCPostRecv postRecv(IbvQP pair, List<IbvRecvWR> work, @Nullable List<IbvRecvWR> failed) {
        Handles.Pair of = (Handles.Pair) pair;
        return VerbCalls.receive(pair, () -> post("ibv_post_recv", of, of.receive, layout.receive(work)));
    }

    /**
     * Posts a list by one call; throws when the queue is full or the pair is unusable, and then none or only the
     * first few are posted.
     */
    private static void post(String name, Handles.Pair pair, MemorySegment function, long list) throws IOException {
        long refused = list - WorkLayout.REFUSED_BYTES;
        Native.done(name, Native.call(() -> (int) Native.POST.invokeExact(function, pair.address, list, refused)));
    }

    @Override
    public SVCPollCq pollCQ(IbvCQ queue, IbvWC[] into, int limit) {
        Handles.Queue of = (Handles.Queue) queue;
        ByteBuffer memory = WorkLayout.completions(into.length);
        long address = MemorySegment.ofBuffer(memory).address();
        return VerbCalls.poll(queue, () -> {
            int polled = Native.call(() -> (int) Native.POLL_CQ.invokeExact(of.poll, of.address, limit, address));
            WorkLayout.take(memory, polled, into);
            return polled;
        });
    }

    @Override
    public SVCReqNotify reqNotifyCQ(IbvCQ queue, boolean solicited) {
        return new SVCReqNotify() {
            @Override
            public SVCReqNotify execute() throws IOException {
                Handles.Queue of = (Handles.Queue) queue;
                int result = Native.call(
                        () -> (int) Native.REQUEST_NOTIFY.invokeExact(of.notify, of.address, solicited ? 1 : 0));
                Native.done("ibv_req_notify_cq", result);
                return this;
            }

            @Override
            public boolean isValid() {
                return queue.isOpen();
            }

            @Override
            public SVCReqNotify free() {
                return this;
            }
        };
    }

    @Override
    public int ackCqEvents(IbvCQ queue, int count) throws IOException {
        return Native.call(() -> {
            Native.ACK_CQ_EVENTS.invokeExact(Native.state(), ((Handles.Queue) queue).address, count);
            return 0;
        });
    }

    @Override
    public int destroyCompChannel(IbvCompChannel channel) throws IOException {
        channel.close();
        long address = ((Handles.Completions) channel).address;
        return Native.call(() -> (int) Native.DESTROY_CHANNEL.invokeExact(Native.state(), address));
    }

    @Override
    public int deallocPd(IbvPd domain) throws IOException {
        domain.close();
        return Native.call(
                () -> (int) Native.DEALLOC_PD.invokeExact(Native.state(), ((Handles.Domain) domain).address));
    }

    @Override
    public int destroyCQ(IbvCQ queue) throws IOException {
        queue.close();
        return Native.call(() -> (int) Native.DESTROY_CQ.invokeExact(Native.state(), ((Handles.Queue) queue).address));
    }

    @Override
    public int queryOdpSupport(IbvContext context) {
        return NOT_SUPPORTED;
    }

    @Override
    public int expPrefetchMr(IbvMr registration, long address, int bytes) {
        return NOT_SUPPORTED;
    }
}
