package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Hands on one request over HTTP after the other, each when the one before is answered: a client may send several at
 * once (pipelining), and takes the first answer for that of its first request. For one connection; one thread.
 */
final class HttpTurns extends ChannelDuplexHandler {
    /** Bound on requests that wait for their turn. */
    static final int WAITING_MAX = 64;

    private final Deque<FullHttpRequest> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private boolean busy;
    private boolean closed;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof FullHttpRequest request)) {
            context.fireChannelRead(message);
        } else if (closed) {
            request.release();
        } else if (busy) {
            await(context, request);
        } else {
            busy = true;
            context.fireChannelRead(request);
        }
    }

    private void await(ChannelHandlerContext context, FullHttpRequest request) {
        waiting.add(request);
        waitingBytes += request.content().readableBytes();
        if (waiting.size() > WAITING_MAX || waitingBytes > ConnectionLimits.messageBytesMax()) {
            forget();
            Visit.of(context.channel()).refuse("wait for answers before sending so many requests");
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise written) {
        if (message instanceof FullHttpResponse answer
                && answer.status().codeClass() != HttpStatusClass.INFORMATIONAL) {
            if (!HttpUtil.isKeepAlive(answer)) {
                forget();
            }
            context.executor().execute(() -> next(context)); // when the answer is written
        }
        var unused = context.write(message, written); // the promise reports the outcome
    }

    private void next(ChannelHandlerContext context) {
        busy = !waiting.isEmpty() && context.channel().isActive();
        if (busy) {
            FullHttpRequest request = waiting.remove();
            waitingBytes -= request.content().readableBytes();
            context.fireChannelRead(request);
            context.fireChannelReadComplete();
        }
    }

    /** Whether a request is executed, or waits for it. */
    boolean isBusy() {
        return busy;
    }

    private void forget() {
        closed = true;
        waiting.forEach(FullHttpRequest::release);
        waiting.clear();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        forget();
        context.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        forget();
    }
}
