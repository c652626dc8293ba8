package io.pragh.tinkerpop.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.server.Settings;
import org.apache.tinkerpop.gremlin.server.util.ThreadFactoryUtil;
import org.jspecify.annotations.Nullable;

/**
 * The threads that evaluate what clients ask, as many as Gremlin Server would have. What is evaluated for a connection that closes is
 * interrupted, and what still waits is never begun: nobody is there to be answered. Any thread.
 */
final class ClientTasks extends ThreadPoolExecutor {
    /** Whose request the I/O thread hands on right now; Gremlin Server submits it before it returns. */
    private static final ThreadLocal<@Nullable Channel> CALLER = new ThreadLocal<>();

    ClientTasks(Settings settings) {
        super(
                settings.gremlinPool,
                settings.gremlinPool,
                0,
                TimeUnit.MILLISECONDS,
                new ArrayBlockingQueue<>(settings.maxWorkQueueSize),
                ThreadFactoryUtil.create("exec-%d"),
                new AbortPolicy());
    }

    /** Comes right before the handlers that submit, and says whose the requests are. One thread. */
    static final class Caller extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            CALLER.set(context.channel());
            try {
                context.fireChannelRead(message);
            } finally {
                CALLER.remove();
            }
        }
    }

    private static final class ClientTask<T> extends FutureTask<T> implements ChannelFutureListener {
        private final Channel caller;

        ClientTask(Channel caller, Runnable task, T result) {
            super(task, result);
            this.caller = caller;
        }

        @Override
        public void operationComplete(ChannelFuture closed) {
            cancel(true);
        }

        @Override
        protected void done() {
            caller.closeFuture().removeListener(this); // a connection may live long and ask much
        }
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T result) {
        Channel caller = CALLER.get();
        if (caller == null) {
            return super.newTaskFor(task, result);
        }
        ClientTask<T> asked = new ClientTask<>(caller, task, result);
        caller.closeFuture().addListener(asked);
        return asked;
    }
}
