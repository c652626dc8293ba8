package io.pragh.rdma.verbs.foreign;

/**
 * Offsets in bytes of the members of the structures that rdma-core shares with its callers, on 64 bits and
 * little-endian. They are part of the libraries' interface (IBVERBS_1.1, RDMACM_1.0) and unchanged since;
 * {@link Native#checkAbi} verifies them on created objects all the same. Stateless.
 */
final class Abi {
    // struct ibv_context: device, ops (32 functions), cmd_fd, async_fd, num_comp_vectors
    static final long CONTEXT_POLL_CQ = 96;
    static final long CONTEXT_REQUEST_NOTIFY = 104;
    static final long CONTEXT_POST_SEND = 208;
    static final long CONTEXT_POST_RECEIVE = 216;
    static final long CONTEXT_COMMAND_FILE = 264;
    static final long CONTEXT_VECTORS = 272;

    // struct ibv_pd: context, handle
    static final long PD_HANDLE = 8;

    // struct ibv_comp_channel: context, fd
    static final long CHANNEL_FILE = 8;

    // struct ibv_mr: context, pd, addr, length, handle, lkey, rkey
    static final long MR_ADDRESS = 16;
    static final long MR_LENGTH = 24;
    static final long MR_HANDLE = 32;
    static final long MR_LKEY = 36;
    static final long MR_RKEY = 40;

    // struct ibv_qp: context, qp_context, pd, send_cq, recv_cq, srq, handle, qp_num
    static final long QP_PD = 16;
    static final long QP_NUMBER = 52;

    // struct ibv_qp_init_attr: qp_context, send_cq, recv_cq, srq, cap (5 ints), qp_type, sq_sig_all
    static final long INIT_SEND_CQ = 8;
    static final long INIT_RECEIVE_CQ = 16;
    static final long INIT_SEND_WORK = 32;
    static final long INIT_RECEIVE_WORK = 36;
    static final long INIT_SEND_PIECES = 40;
    static final long INIT_RECEIVE_PIECES = 44;
    static final long INIT_INLINE = 48;
    static final long INIT_TYPE = 52;
    static final long INIT_BYTES = 64;

    // struct ibv_device_attr
    static final long DEVICE_READS_MAX = 144;
    static final long DEVICE_READS_BEGUN_MAX = 156;
    static final long DEVICE_ATOMICS = 164;
    static final long DEVICE_BYTES = 512; // more than the present size, for later libraries

    // struct rdma_cm_id: verbs, channel, context, qp, route { addr { src_addr 128, dst_addr 128, … } … }
    static final long ID_VERBS = 0;
    static final long ID_CHANNEL = 8;
    static final long ID_QP = 24;
    static final long ID_SOURCE = 32;
    static final long ID_DESTINATION = 160;

    // struct rdma_cm_event: id, listen_id, event, status, …
    static final long EVENT_LISTENER = 8;
    static final long EVENT_TYPE = 16;
    static final long EVENT_STATUS = 20;

    // struct rdma_conn_param: private_data, then bytes
    static final long PARAM_RESPONDER = 9;
    static final long PARAM_INITIATOR = 10;
    static final long PARAM_RETRIES = 12;
    static final long PARAM_RNR_RETRIES = 13;
    static final long PARAM_BYTES = 24;

    // struct sockaddr_in: family, port (big-endian), address
    static final long ADDRESS_PORT = 2;
    static final long ADDRESS_HOST = 4;
    static final long ADDRESS_BYTES = 16;

    private Abi() {}
}
