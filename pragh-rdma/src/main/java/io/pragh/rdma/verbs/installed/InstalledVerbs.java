package io.pragh.rdma.verbs.installed;

import com.ibm.disni.util.MemoryUtils;
import com.ibm.disni.verbs.IbvCQ;
import com.ibm.disni.verbs.IbvCompChannel;
import com.ibm.disni.verbs.IbvContext;
import com.ibm.disni.verbs.IbvPd;
import com.ibm.disni.verbs.IbvQP;
import com.ibm.disni.verbs.IbvRecvWR;
import com.ibm.disni.verbs.IbvSendWR;
import com.ibm.disni.verbs.IbvWC;
import com.ibm.disni.verbs.SVCPollCq;
import com.ibm.disni.verbs.SVCPostRecv;
import com.ibm.disni.verbs.SVCPostSend;
import com.ibm.disni.verbs.SVCRegMr;
import com.ibm.disni.verbs.impl.NatObject;
import com.ibm.disni.verbs.impl.NativeDispatcher;
import com.ibm.disni.verbs.impl.RdmaVerbsNat;
import io.pragh.rdma.verbs.VerbCalls;
import io.pragh.rdma.verbs.WorkLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Memory registration, queues and posting by DiSNI's native library; its handles are the addresses of rdma-core's
 * structures, and it posts requests as they lie in memory. Any thread, as far as DiSNI's interface allows it.
 */
final class InstalledVerbs extends RdmaVerbsNat {
    private final NativeDispatcher library;
    private final WorkLayout layout = new WorkLayout(MemoryUtils::getAddress);
    /** Channels of queues on which no thread waits: the library makes no queue without one. */
    private final Map<IbvCQ, IbvCompChannel> channels = new ConcurrentHashMap<>();

    InstalledVerbs(NativeDispatcher library) {
        super(library);
        this.library = library;
    }

    private static long address(Object handle) {
        return ((NatObject) handle).getObjId();
    }

    @Override
    public IbvCQ createCQ(IbvContext context, @Nullable IbvCompChannel channel, int entries, int vector)
            throws IOException {
        if (channel != null) {
            return super.createCQ(context, channel, entries, vector);
        }
        IbvCompChannel unused = createCompChannel(context);
        IbvCQ queue = super.createCQ(context, unused, entries, vector);
        channels.put(queue, unused);
        return queue;
    }

    @Override
    public int destroyCQ(IbvCQ queue) throws IOException {
        int result = super.destroyCQ(queue);
        IbvCompChannel unused = channels.remove(queue);
        return unused == null ? result : result | destroyCompChannel(unused);
    }

    @Override
    public SVCRegMr regMr(IbvPd domain, ByteBuffer memory, int access) {
        return regMr(domain, MemoryUtils.getAddress(memory), memory.capacity(), access);
    }

    @Override
    public SVCPostSend postSend(IbvQP pair, List<IbvSendWR> work, @Nullable List<IbvSendWR> failed) {
        return VerbCalls.send(pair, () -> library._postSend(address(pair), layout.send(work)));
    }

    @Override
    public SVCPostRecv postRecv(IbvQP pair, List<IbvRecvWR> work, @Nullable List<IbvRecvWR> failed) {
        return VerbCalls.receive(pair, () -> library._postRecv(address(pair), layout.receive(work)));
    }

    @Override
    public SVCPollCq pollCQ(IbvCQ queue, IbvWC[] into, int limit) {
        ByteBuffer memory = WorkLayout.completions(into.length);
        long address = MemoryUtils.getAddress(memory);
        return VerbCalls.poll(queue, () -> {
            int polled = library._pollCQ(address(queue), limit, address);
            WorkLayout.take(memory, polled, into);
            return polled;
        });
    }
}
