/*
 * Stands in for DiSNI's native library in the test machine: that one is in no registry of packages, and its users build it. This has the
 * same functions (those of com.ibm.disni.verbs.impl.NativeDispatcher that Pragh uses) with the same promises, as far as DiSNI's Java side
 * relies on them: handles are addresses of rdma-core's structures, files do not block, events are acknowledged when they are taken, both
 * sides of a connection grant as many READs and atomics as the device can do, and failures are IOExceptions of two lines, the second of
 * which is empty. It is that of DiSNI 2.1: a later one is told of the pieces of a request, too, which the Java side of 2.1 does not say.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <jni.h>
#include <poll.h>
#include <rdma/rdma_cma.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define NATIVE(type, name, ...) \
    JNIEXPORT type JNICALL Java_com_ibm_disni_verbs_impl_NativeDispatcher__1##name(JNIEnv *env, jobject self, ##__VA_ARGS__)
#define AT(type, handle) ((struct type *)(uintptr_t)(handle))
#define HANDLE(pointer) ((jlong)(uintptr_t)(pointer))

static void fail(JNIEnv *env, const char *what, int error) {
    char said[200];
    snprintf(said, sizeof said, "%s failed: errno=%d\n", what, error);
    jclass type = (*env)->FindClass(env, "java/io/IOException");
    if (type != NULL) (*env)->ThrowNew(env, type, said);
}

/* Functions of librdmacm return -1 and set errno; some of libibverbs return the error. */
static void done(JNIEnv *env, const char *what, int result) {
    if (result != 0) fail(env, what, result > 0 ? result : errno);
}

static jlong made(JNIEnv *env, const char *what, const void *pointer) {
    if (pointer == NULL) fail(env, what, errno);
    return pointer == NULL ? -1 : HANDLE(pointer);
}

static void never_block(int file) { fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK); }

static int readable(int file, int millis) {
    struct pollfd entry = {.fd = file, .events = POLLIN};
    return poll(&entry, 1, millis) > 0;
}

NATIVE(jint, getVersion) { return 32; }
NATIVE(jint, getSockAddrInSize) { return sizeof(struct sockaddr_in); }
NATIVE(jint, getIbvRecvWRSize) { return sizeof(struct ibv_recv_wr); }
NATIVE(jint, getIbvSendWRSize) { return sizeof(struct ibv_send_wr); }
NATIVE(jint, getIbvSgeSize) { return sizeof(struct ibv_sge); }
NATIVE(jint, getIbvWCSize) { return sizeof(struct ibv_wc); }
NATIVE(jint, getRemoteAddressOffset) { return offsetof(struct ibv_send_wr, wr.rdma.remote_addr); }
NATIVE(jint, getRKeyOffset) { return offsetof(struct ibv_send_wr, wr.rdma.rkey); }

/* Connections. */

NATIVE(jlong, createEventChannel) {
    struct rdma_event_channel *channel = rdma_create_event_channel();
    if (channel != NULL) never_block(channel->fd);
    return made(env, "rdma_create_event_channel", channel);
}

NATIVE(jint, destroyEventChannel, jlong channel) {
    rdma_destroy_event_channel(AT(rdma_event_channel, channel));
    return 0;
}

NATIVE(jlong, createId, jlong channel, jshort ports) {
    struct rdma_cm_id *id = NULL;
    done(env, "rdma_create_id", rdma_create_id(AT(rdma_event_channel, channel), &id, NULL, RDMA_PS_TCP));
    return HANDLE(id);
}

NATIVE(jint, destroyCmId, jlong id) { return rdma_destroy_id(AT(rdma_cm_id, id)); }

NATIVE(jlong, createQP, jlong id, jlong domain, jlong sends, jlong receives, jint type, jint sendMax, jint receiveMax, jint inlined) {
    struct ibv_qp_init_attr wanted = {
        .send_cq = AT(ibv_cq, sends),
        .recv_cq = AT(ibv_cq, receives),
        .qp_type = (enum ibv_qp_type)type,
        .cap = {.max_send_wr = sendMax, .max_recv_wr = receiveMax, .max_send_sge = 4, .max_recv_sge = 4,
                .max_inline_data = inlined},
    };
    if (rdma_create_qp(AT(rdma_cm_id, id), AT(ibv_pd, domain), &wanted) != 0) {
        fail(env, "rdma_create_qp", errno);
        return -1;
    }
    return HANDLE(AT(rdma_cm_id, id)->qp);
}

NATIVE(jint, destroyQP, jlong id) {
    if (AT(rdma_cm_id, id)->qp == NULL) return -1;
    rdma_destroy_qp(AT(rdma_cm_id, id));
    return 0;
}

NATIVE(void, bindAddr, jlong id, jlong address) {
    done(env, "rdma_bind_addr", rdma_bind_addr(AT(rdma_cm_id, id), (struct sockaddr *)(uintptr_t)address));
}

NATIVE(void, listen, jlong id, jint backlog) { done(env, "rdma_listen", rdma_listen(AT(rdma_cm_id, id), backlog)); }

NATIVE(void, resolveAddr, jlong id, jlong from, jlong to, jint millis) {
    done(env, "rdma_resolve_addr", rdma_resolve_addr(AT(rdma_cm_id, id), NULL, (struct sockaddr *)(uintptr_t)to, millis));
}

NATIVE(void, resolveRoute, jlong id, jint millis) {
    done(env, "rdma_resolve_route", rdma_resolve_route(AT(rdma_cm_id, id), millis));
}

NATIVE(jint, getCmEvent, jlong channel, jlong listener, jlong connection, jint millis) {
    struct rdma_cm_event *event;
    if (!readable(AT(rdma_event_channel, channel)->fd, millis) || rdma_get_cm_event(AT(rdma_event_channel, channel), &event) != 0) return -1;
    jint type = event->event;
    *(jlong *)(uintptr_t)listener = event->listen_id == NULL ? -1 : HANDLE(event->listen_id);
    *(jlong *)(uintptr_t)connection = event->id == NULL ? -1 : HANDLE(event->id);
    rdma_ack_cm_event(event);
    return type;
}

NATIVE(jint, ackCmEvent, jint event) { return 0; }

static struct rdma_conn_param parameters(struct rdma_cm_id *id, jint retries, jint ready) {
    struct ibv_device_attr limits = {0};
    ibv_query_device(id->verbs, &limits);
    return (struct rdma_conn_param){.initiator_depth = limits.max_qp_rd_atom, .responder_resources = limits.max_qp_rd_atom,
                                    .retry_count = retries, .rnr_retry_count = ready};
}

NATIVE(void, connect, jlong id, jint retries, jint ready, jlong data, jbyte length) {
    struct rdma_conn_param wanted = parameters(AT(rdma_cm_id, id), retries, ready);
    wanted.private_data = (void *)(uintptr_t)data;
    wanted.private_data_len = length;
    done(env, "rdma_connect", rdma_connect(AT(rdma_cm_id, id), &wanted));
}

NATIVE(void, accept, jlong id, jint retries, jint ready) {
    struct rdma_conn_param wanted = parameters(AT(rdma_cm_id, id), retries, ready);
    done(env, "rdma_accept", rdma_accept(AT(rdma_cm_id, id), &wanted));
}

NATIVE(jint, disconnect, jlong id) { return rdma_disconnect(AT(rdma_cm_id, id)); }

NATIVE(jint, getSrcAddr, jlong id, jlong to) {
    memcpy((void *)(uintptr_t)to, rdma_get_local_addr(AT(rdma_cm_id, id)), sizeof(struct sockaddr));
    return 0;
}

NATIVE(jint, getDstAddr, jlong id, jlong to) {
    memcpy((void *)(uintptr_t)to, rdma_get_peer_addr(AT(rdma_cm_id, id)), sizeof(struct sockaddr));
    return 0;
}

/* Memory and queues. */

NATIVE(jlong, getContext, jlong id) {
    struct ibv_context *context = AT(rdma_cm_id, id)->verbs;
    return context == NULL ? -1 : HANDLE(context);
}

NATIVE(jint, getContextFd, jlong context) { return AT(ibv_context, context)->cmd_fd; }
NATIVE(jint, getContextNumCompVectors, jlong context) { return AT(ibv_context, context)->num_comp_vectors; }
NATIVE(jlong, allocPd, jlong context) { return made(env, "ibv_alloc_pd", ibv_alloc_pd(AT(ibv_context, context))); }
NATIVE(jint, getPdHandle, jlong domain) { return AT(ibv_pd, domain)->handle; }
NATIVE(jint, deallocPd, jlong domain) { return ibv_dealloc_pd(AT(ibv_pd, domain)); }

NATIVE(jlong, createCompChannel, jlong context) {
    struct ibv_comp_channel *channel = ibv_create_comp_channel(AT(ibv_context, context));
    if (channel != NULL) never_block(channel->fd);
    return made(env, "ibv_create_comp_channel", channel);
}

NATIVE(jint, destroyCompChannel, jlong channel) { return ibv_destroy_comp_channel(AT(ibv_comp_channel, channel)); }

NATIVE(jlong, createCQ, jlong context, jlong channel, jint entries, jint vector) {
    if (channel == 0) {
        fail(env, "ibv_create_cq", EINVAL); /* DiSNI makes no queue without a channel */
        return -1;
    }
    struct ibv_comp_channel *events = AT(ibv_comp_channel, channel);
    return made(env, "ibv_create_cq", ibv_create_cq(AT(ibv_context, context), entries, NULL, events, vector));
}

NATIVE(jint, destroyCQ, jlong queue) { return ibv_destroy_cq(AT(ibv_cq, queue)); }

NATIVE(jint, getCqEvent, jlong channel, jint millis) {
    struct ibv_cq *queue;
    void *context;
    return readable(AT(ibv_comp_channel, channel)->fd, millis) ? ibv_get_cq_event(AT(ibv_comp_channel, channel), &queue, &context) : -1;
}

NATIVE(jint, ackCqEvent, jlong queue, jint count) {
    ibv_ack_cq_events(AT(ibv_cq, queue), count);
    return 0;
}

NATIVE(jint, reqNotifyCQ, jlong queue, jint solicited) { return ibv_req_notify_cq(AT(ibv_cq, queue), solicited); }

NATIVE(jint, pollCQ, jlong queue, jint limit, jlong to) {
    return ibv_poll_cq(AT(ibv_cq, queue), limit, AT(ibv_wc, to));
}

NATIVE(jint, getQpNum, jlong pair) { return AT(ibv_qp, pair)->qp_num; }

NATIVE(jlong, regMr, jlong domain, jlong address, jint length, jint access, jlong localKey, jlong remoteKey, jlong handle) {
    struct ibv_mr *memory = ibv_reg_mr(AT(ibv_pd, domain), (void *)(uintptr_t)address, length, access);
    if (memory != NULL) {
        *(jint *)(uintptr_t)localKey = memory->lkey;
        *(jint *)(uintptr_t)remoteKey = memory->rkey;
        *(jint *)(uintptr_t)handle = memory->handle;
    }
    return made(env, "ibv_reg_mr", memory);
}

NATIVE(void, deregMr, jlong memory) { done(env, "ibv_dereg_mr", ibv_dereg_mr(AT(ibv_mr, memory))); }

NATIVE(void, postSend, jlong pair, jlong list) {
    struct ibv_send_wr *refused;
    done(env, "ibv_post_send", ibv_post_send(AT(ibv_qp, pair), AT(ibv_send_wr, list), &refused));
}

NATIVE(void, postRecv, jlong pair, jlong list) {
    struct ibv_recv_wr *refused;
    done(env, "ibv_post_recv", ibv_post_recv(AT(ibv_qp, pair), AT(ibv_recv_wr, list), &refused));
}
