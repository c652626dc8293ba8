package io.pragh.rdma.verbs;

import com.ibm.disni.verbs.IbvContext;
import com.ibm.disni.verbs.IbvMr;
import com.ibm.disni.verbs.IbvPd;
import com.ibm.disni.verbs.RdmaCm;
import com.ibm.disni.verbs.RdmaCmId;
import com.ibm.disni.verbs.RdmaEventChannel;
import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The RDMA device that has an address of this machine, as one node uses it: a listener, the channel for events of its
 * connections, and the protection domain in which its memory is registered. Any thread.
 */
final class Device implements AutoCloseable {
    /** Stands for the address of the first device. */
    static final String ANY = "*";
    /** Access of other nodes to exposed memory. */
    static final int EXPOSED = IbvMr.IBV_ACCESS_LOCAL_WRITE
            | IbvMr.IBV_ACCESS_REMOTE_READ
            | IbvMr.IBV_ACCESS_REMOTE_WRITE
            | IbvMr.IBV_ACCESS_REMOTE_ATOMIC;
    /** Access of other nodes to the memory that says where the exposed memory is. */
    static final int READABLE = IbvMr.IBV_ACCESS_LOCAL_WRITE | IbvMr.IBV_ACCESS_REMOTE_READ;
    /** Access to memory that only the card and this node use. */
    static final int PRIVATE = IbvMr.IBV_ACCESS_LOCAL_WRITE;

    private static final int BACKLOG = 128;

    private final RdmaEventChannel events;
    private final RdmaCmId listener;
    private final IbvContext context;
    private final IbvPd domain;
    private final DeviceAtomics atomics;
    private final String host;
    private final int port;
    /** Users of the domain: the node, and each of its lanes. */
    private final AtomicInteger users = new AtomicInteger(1);

    private Device(VerbsProvider provider, RdmaEventChannel events, RdmaCmId listener) throws IOException {
        this.events = events;
        this.listener = listener;
        this.context = listener.getVerbs();
        this.atomics = provider.atomics(context);
        if (atomics == DeviceAtomics.NONE) {
            throw new IOException("the device has no atomic operations, which the fabric needs");
        }
        this.domain = context.allocPd();
        InetSocketAddress at = (InetSocketAddress) listener.getSource();
        this.host = at.getAddress().getHostAddress();
        this.port = at.getPort();
    }

    /**
     * Opens the device of an address, and listens there. Throws a {@link PraghException} that says what is missing.
     */
    @SuppressWarnings("AddressSelection") // a device has one IPv4 address, and the operator says which
    static Device open(String host, int port) {
        RdmaEventChannel events = null;
        RdmaCmId listener = null;
        try {
            VerbsProvider provider = VerbsProvider.install();
            events = RdmaEventChannel.createEventChannel();
            listener = events.createId(RdmaCm.RDMA_PS_TCP);
            listener.bindAddr(new InetSocketAddress(host.equals(ANY) ? DeviceList.firstAddress() : host, port));
            if (listener.getVerbs() == null) {
                throw new IOException("no RDMA device has this address");
            }
            listener.listen(BACKLOG);
            return new Device(provider, events, listener);
        } catch (IOException failed) {
            abandon(events, listener);
            throw new PraghException(
                    "no RDMA here, see docs/rdma.md: address=" + host + ":" + port + " reason=" + reason(failed)
                            + advice(failed),
                    failed);
        }
    }

    /** The reason of a failure, in one line: DiSNI's message is longer. */
    private static String reason(IOException failed) {
        return String.valueOf(failed.getMessage()).strip();
    }

    private static String advice(IOException failed) {
        String said = reason(failed);
        if (said.contains("rdma_create_event_channel") || said.equals(DeviceList.NONE)) {
            return " (no RDMA device: load its driver, or make a soft-RoCE one: modprobe rdma_rxe;"
                    + " rdma link add rxe0 type rxe netdev eth0)";
        }
        return said.contains("librdmacm.so.1") || said.contains("libibverbs.so.1")
                ? " (install rdma-core: libibverbs1, librdmacm1, ibverbs-providers)"
                : "";
    }

    private static void abandon(
            @org.jspecify.annotations.Nullable RdmaEventChannel events,
            @org.jspecify.annotations.Nullable RdmaCmId listener) {
        try {
            if (listener != null) {
                listener.destroyId();
            }
            if (events != null) {
                events.destroyEventChannel();
            }
        } catch (IOException alsoFailed) {
            throw new PraghException("an RDMA device cannot be given back: reason=" + alsoFailed, alsoFailed);
        }
    }

    RdmaEventChannel events() {
        return events;
    }

    IbvContext context() {
        return context;
    }

    IbvPd domain() {
        return domain;
    }

    /** The scope in which its CAS and FETCH_ADD are atomic. */
    DeviceAtomics atomics() {
        return atomics;
    }

    /** The address at which it listens. */
    String host() {
        return host;
    }

    /** The port at which it listens. */
    int port() {
        return port;
    }

    /** Registers a whole buffer. Cost: a system call that pins its pages. */
    PinnedMemory pin(ByteBuffer memory, int access) throws IOException {
        return new PinnedMemory(
                memory, domain.regMr(memory, access).execute().free().getMr());
    }

    /** Adds a user of the domain, until it leaves. */
    void use() {
        users.incrementAndGet();
    }

    /** Removes a user; the last one deallocates the domain. */
    void leave() {
        if (users.decrementAndGet() == 0) {
            try {
                domain.deallocPd();
            } catch (Exception failed) {
                throw new PraghException("a protection domain cannot be given back: reason=" + failed, failed);
            }
        }
    }

    /**
     * Releases everything, once no connection is left; memory of lanes that endpoints still have is kept until these
     * are closed.
     */
    @Override
    public void close() {
        abandon(events, listener);
        leave();
    }
}
