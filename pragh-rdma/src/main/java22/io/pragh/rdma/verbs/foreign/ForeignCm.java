package io.pragh.rdma.verbs.foreign;

import com.ibm.disni.verbs.IbvPd;
import com.ibm.disni.verbs.IbvQP;
import com.ibm.disni.verbs.IbvQPInitAttr;
import com.ibm.disni.verbs.RdmaCm;
import com.ibm.disni.verbs.RdmaCmEvent;
import com.ibm.disni.verbs.RdmaCmId;
import com.ibm.disni.verbs.RdmaConnParam;
import com.ibm.disni.verbs.RdmaEventChannel;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Makes connections by librdmacm. IPv4 alone, as in DiSNI. Any thread, but one at a time for each identifier. */
final class ForeignCm extends RdmaCm {
    private static final int CONNECT_REQUEST = 4; // RDMA_CM_EVENT_CONNECT_REQUEST
    private static final int IPV4 = 2; // AF_INET
    private static final int BYTE_MAX = 255;

    /** A function that takes an identifier and returns whether it succeeded. */
    private interface OfId {
        int call(long id) throws Throwable;
    }

    private static void on(RdmaCmId id, String function, OfId call) throws IOException {
        Native.done(function, Native.call(() -> call.call(((Handles.Id) id).address)));
    }

    @Override
    public RdmaEventChannel createEventChannel() throws IOException {
        long channel = Native.pointer("rdma_create_event_channel", Native.call(() ->
                (long) Native.CREATE_EVENT_CHANNEL.invokeExact(Native.state())));
        Native.neverBlock(Native.getInt(channel));
        return new Handles.Channel(channel);
    }

    @Override
    public RdmaCmId createId(RdmaEventChannel channel, short ports) throws IOException {
        Handles.Channel events = (Handles.Channel) channel;
        try (Arena arena = Arena.ofConfined()) {
            long made = arena.allocate(Long.BYTES, Long.BYTES).address();
            Native.done("rdma_create_id", Native.call(() -> (int) Native.CREATE_ID.invokeExact(
                    Native.state(), events.address, made, 0L, Short.toUnsignedInt(ports))));
            Handles.Id id = new Handles.Id(Native.getLong(made), events);
            events.ids.put(id.address, id);
            return id;
        }
    }

    @Override
    public IbvQP createQP(RdmaCmId id, IbvPd domain, IbvQPInitAttr wanted) throws IOException {
        Handles.Domain memory = (Handles.Domain) domain;
        try (Arena arena = Arena.ofConfined()) {
            long at = arena.allocate(Abi.INIT_BYTES, Long.BYTES).address();
            Native.setLong(at + Abi.INIT_SEND_CQ, ((Handles.Queue) wanted.getSend_cq()).address);
            Native.setLong(at + Abi.INIT_RECEIVE_CQ, ((Handles.Queue) wanted.getRecv_cq()).address);
            Native.setInt(at + Abi.INIT_SEND_WORK, wanted.cap().getMax_send_wr());
            Native.setInt(at + Abi.INIT_RECEIVE_WORK, wanted.cap().getMax_recv_wr());
            Native.setInt(at + Abi.INIT_SEND_PIECES, wanted.cap().getMax_send_sge());
            Native.setInt(at + Abi.INIT_RECEIVE_PIECES, wanted.cap().getMax_recv_sge());
            Native.setInt(at + Abi.INIT_INLINE, wanted.cap().getMax_inline_data());
            Native.setInt(at + Abi.INIT_TYPE, wanted.getQp_type());
            on(id, "rdma_create_qp", of -> (int) Native.CREATE_QP.invokeExact(Native.state(), of, memory.address, at));
        }
        Handles.Id connection = (Handles.Id) id;
        Handles.Pair pair = new Handles.Pair(Native.getLong(connection.address + Abi.ID_QP), memory);
        connection.has(pair);
        return pair;
    }

    private static long address(Arena arena, SocketAddress address) throws IOException {
        if (!(address instanceof InetSocketAddress inet && inet.getAddress() instanceof Inet4Address host)) {
            throw new IOException("an RDMA connection needs an IPv4 address: address=" + address);
        }
        long at = arena.allocate(Abi.ADDRESS_BYTES, Long.BYTES).address();
        Native.setByte(at, IPV4);
        Native.setByte(at + Abi.ADDRESS_PORT, inet.getPort() >>> Byte.SIZE);
        Native.setByte(at + Abi.ADDRESS_PORT + 1, inet.getPort());
        byte[] bytes = host.getAddress();
        for (int i = 0; i < bytes.length; i++) {
            Native.setByte(at + Abi.ADDRESS_HOST + i, bytes[i]);
        }
        return at;
    }

    private static SocketAddress address(long at) throws IOException {
        int port = Byte.toUnsignedInt(Native.getByte(at + Abi.ADDRESS_PORT)) << Byte.SIZE
                | Byte.toUnsignedInt(Native.getByte(at + Abi.ADDRESS_PORT + 1));
        return new InetSocketAddress(InetAddress.getByAddress(Native.bytes(at + Abi.ADDRESS_HOST, 4)), port);
    }

    @Override
    public void bindAddr(RdmaCmId id, SocketAddress local) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long at = address(arena, local);
            on(id, "rdma_bind_addr", of -> (int) Native.BIND_ADDRESS.invokeExact(Native.state(), of, at));
        }
    }

    @Override
    public void listen(RdmaCmId id, int backlog) throws IOException {
        on(id, "rdma_listen", of -> (int) Native.LISTEN.invokeExact(Native.state(), of, backlog));
    }

    @Override
    public void resolveAddr(RdmaCmId id, SocketAddress from, SocketAddress to, int millis) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long at = address(arena, to);
            on(id, "rdma_resolve_addr", of ->
                    (int) Native.RESOLVE_ADDRESS.invokeExact(Native.state(), of, 0L, at, millis));
        }
    }

    @Override
    public void resolveRoute(RdmaCmId id, int millis) throws IOException {
        on(id, "rdma_resolve_route", of -> (int) Native.RESOLVE_ROUTE.invokeExact(Native.state(), of, millis));
    }

    /** The next event, acknowledged already; null when none comes in time. */
    @Override
    public @Nullable RdmaCmEvent getCmEvent(RdmaEventChannel channel, int millis) throws IOException {
        Handles.Channel events = (Handles.Channel) channel;
        if (!Native.isReadable(events.getFd(), millis)) {
            return null;
        }
        try (Arena arena = Arena.ofConfined()) {
            long found = arena.allocate(Long.BYTES, Long.BYTES).address();
            if (Native.call(() -> (int) Native.GET_CM_EVENT.invokeExact(Native.state(), events.address, found)) != 0) {
                return null; // another thread has taken the event
            }
            long event = Native.getLong(found);
            long id = Native.getLong(event);
            long listener = Native.getLong(event + Abi.EVENT_LISTENER);
            int type = Native.getInt(event + Abi.EVENT_TYPE);
            int status = Native.getInt(event + Abi.EVENT_STATUS);
            if (type == CONNECT_REQUEST) {
                events.ids.put(id, new Handles.Id(id, events));
            }
            Native.done("rdma_ack_cm_event", Native.call(() ->
                    (int) Native.ACK_CM_EVENT.invokeExact(Native.state(), event)));
            return new Event(type, status, events.ids.get(listener), events.ids.get(id));
        }
    }

    private static final class Event extends RdmaCmEvent {
        Event(int type, int status, @Nullable RdmaCmId listener, @Nullable RdmaCmId connection) throws IOException {
            super(type, listener, connection);
            this.status = status;
        }
    }

    /**
     * Fills in parameters that DiSNI leaves out from the device's limits: READs and CAS under way, in each direction.
     */
    private static long parameters(Arena arena, RdmaCmId id, RdmaConnParam wanted) throws IOException {
        DeviceLimits limits = ForeignProvider.limits(Native.getLong(((Handles.Id) id).address + Abi.ID_VERBS));
        long at = arena.allocate(Abi.PARAM_BYTES, Long.BYTES).address();
        Native.setByte(at + Abi.PARAM_RESPONDER, Math.min(BYTE_MAX, limits.readsAnsweredMax()));
        Native.setByte(at + Abi.PARAM_INITIATOR, Math.min(BYTE_MAX, limits.readsBegunMax()));
        Native.setByte(at + Abi.PARAM_RETRIES, wanted.getRetry_count());
        Native.setByte(at + Abi.PARAM_RNR_RETRIES, wanted.getRnr_retry_count());
        return at;
    }

    @Override
    public void connect(RdmaCmId id, RdmaConnParam wanted) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long at = parameters(arena, id, wanted);
            on(id, "rdma_connect", of -> (int) Native.CONNECT.invokeExact(Native.state(), of, at));
        }
    }

    @Override
    public void accept(RdmaCmId id, RdmaConnParam wanted) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long at = parameters(arena, id, wanted);
            on(id, "rdma_accept", of -> (int) Native.ACCEPT.invokeExact(Native.state(), of, at));
        }
    }

    /** Does nothing: an event is acknowledged before it is handed out. */
    @Override
    public int ackCmEvent(RdmaCmEvent event) {
        return 0;
    }

    @Override
    public int disconnect(RdmaCmId id) throws IOException {
        return Native.call(() -> (int) Native.DISCONNECT.invokeExact(Native.state(), ((Handles.Id) id).address));
    }

    @Override
    public int destroyEventChannel(RdmaEventChannel channel) throws IOException {
        channel.close();
        return Native.call(() -> {
            Native.DESTROY_EVENT_CHANNEL.invokeExact(Native.state(), ((Handles.Channel) channel).address);
            return 0;
        });
    }

    @Override
    public int destroyCmId(RdmaCmId id) throws IOException {
        Handles.Id connection = (Handles.Id) id;
        connection.close();
        ((Handles.Channel) connection.getCmChannel()).ids.remove(connection.address);
        return Native.call(() -> (int) Native.DESTROY_ID.invokeExact(Native.state(), connection.address));
    }

    @Override
    public int destroyQP(RdmaCmId id) throws IOException {
        id.getQp().close();
        return Native.call(() -> {
            Native.DESTROY_QP.invokeExact(Native.state(), ((Handles.Id) id).address);
            return 0;
        });
    }

    @Override
    public SocketAddress getSrcAddr(RdmaCmId id) throws IOException {
        return address(((Handles.Id) id).address + Abi.ID_SOURCE);
    }

    @Override
    public SocketAddress getDstAddr(RdmaCmId id) throws IOException {
        return address(((Handles.Id) id).address + Abi.ID_DESTINATION);
    }

    @Override
    public int destroyEp(RdmaCmId id) {
        throw new UnsupportedOperationException("endpoints of librdmacm are not used");
    }
}
