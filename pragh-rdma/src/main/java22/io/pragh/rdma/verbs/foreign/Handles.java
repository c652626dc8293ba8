package io.pragh.rdma.verbs.foreign;

import com.ibm.disni.verbs.IbvCQ;
import com.ibm.disni.verbs.IbvCompChannel;
import com.ibm.disni.verbs.IbvContext;
import com.ibm.disni.verbs.IbvMr;
import com.ibm.disni.verbs.IbvPd;
import com.ibm.disni.verbs.IbvQP;
import com.ibm.disni.verbs.RdmaCmId;
import com.ibm.disni.verbs.RdmaEventChannel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** DiSNI's handles, each with the address of its native structure. */
final class Handles {
    private Handles() {}

    static final class Channel extends RdmaEventChannel {
        final long address;
        final Map<Long, Id> ids = new ConcurrentHashMap<>();

        Channel(long address) throws IOException {
            super(Native.getInt(address));
            this.address = address;
        }
    }

    static final class Id extends RdmaCmId {
        final long address;

        Id(long address, Channel channel) throws IOException {
            super(channel, null);
            this.address = address;
            Native.checkAbi("rdma_cm_id", () -> Native.getLong(address + Abi.ID_CHANNEL) == channel.address);
        }

        /** The device that the address was resolved to, or null before. */
        @Override
        public @Nullable IbvContext getVerbs() throws IOException {
            long context = Native.getLong(address + Abi.ID_VERBS);
            if (verbs == null && context != 0) {
                verbs = new Context(context);
            }
            return verbs;
        }

        void has(IbvQP pair) {
            setQp(pair);
        }
    }

    static final class Context extends IbvContext {
        final long address;

        Context(long address) throws IOException {
            super(Native.getInt(address + Abi.CONTEXT_COMMAND_FILE), Native.getInt(address + Abi.CONTEXT_VECTORS));
            this.address = address;
            Native.checkContext(address);
        }
    }

    static final class Domain extends IbvPd {
        final long address;

        Domain(long address, Context context) throws IOException {
            super(context);
            this.address = address;
            this.handle = Native.getInt(address + Abi.PD_HANDLE);
            Native.checkAbi("ibv_pd", () -> Native.getLong(address) == context.address);
        }
    }

    static final class Completions extends IbvCompChannel {
        final long address;

        Completions(long address, IbvContext context) throws IOException {
            super(Native.getInt(address + Abi.CHANNEL_FILE), context);
            this.address = address;
        }
    }

    static final class Queue extends IbvCQ {
        final long address;
        final MemorySegment poll;
        final MemorySegment notify;

        Queue(long address, Context context, @Nullable IbvCompChannel channel) throws IOException {
            super(context, channel, 0);
            this.address = address;
            this.poll = Native.function(context.address, Abi.CONTEXT_POLL_CQ);
            this.notify = Native.function(context.address, Abi.CONTEXT_REQUEST_NOTIFY);
            Native.checkAbi("ibv_cq", () -> Native.getLong(address) == context.address);
        }
    }

    /** A queue pair, with the functions by which its device posts. */
    static final class Pair extends IbvQP {
        final long address;
        final MemorySegment send;
        final MemorySegment receive;

        Pair(long address, Domain domain) throws IOException {
            super(Native.getInt(address + Abi.QP_NUMBER));
            this.address = address;
            long context = Native.getLong(address);
            this.send = Native.function(context, Abi.CONTEXT_POST_SEND);
            this.receive = Native.function(context, Abi.CONTEXT_POST_RECEIVE);
            Native.checkAbi(
                    "ibv_qp",
                    () -> Native.getLong(address + Abi.QP_PD) == domain.address
                            && context == Native.getLong(domain.address));
        }
    }

    static final class Registration extends IbvMr {
        final long structure;

        Registration(long structure, long memory, int bytes, int access) throws IOException {
            super(
                    null,
                    memory,
                    bytes,
                    access,
                    Native.getInt(structure + Abi.MR_LKEY),
                    Native.getInt(structure + Abi.MR_RKEY),
                    Native.getInt(structure + Abi.MR_HANDLE));
            this.structure = structure;
            Native.checkAbi(
                    "ibv_mr",
                    () -> Native.getLong(structure + Abi.MR_ADDRESS) == memory
                            && Native.getLong(structure + Abi.MR_LENGTH) == bytes);
        }
    }
}
