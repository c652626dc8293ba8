package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.pragh.tinkerpop.server.Caller.Asked;
import io.pragh.tinkerpop.server.Doorway.DoorSettings;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.server.util.ThreadFactoryUtil;

/**
 * The threads that evaluate what clients ask, as many as Gremlin Server would have. What is evaluated for a connection that closes is
 * interrupted, and what still waits is never begun: nobody is there to be answered. Any thread.
 */
final class ClientTasks extends ThreadPoolExecutor {
    private final Evaluations evaluations;

    ClientTasks(DoorSettings settings) {
        super(
                settings.gremlinPool,
                settings.gremlinPool,
                0,
                TimeUnit.MILLISECONDS,
                new ArrayBlockingQueue<>(settings.maxWorkQueueSize),
                ThreadFactoryUtil.create("exec-%d"),
                ClientTasks::refuse);
        evaluations = settings.evaluations;
    }

    private static void refuse(Runnable task, ThreadPoolExecutor pool) {
        if (task instanceof ClientTask<?> asked) {
            asked.cancel(false); // so that its connection knows that it is not done
        }
        new AbortPolicy().rejectedExecution(task, pool);
    }

    private final class ClientTask<T> extends FutureTask<T> implements ChannelFutureListener {
        private final Asked asked;

        ClientTask(Asked asked, Runnable task, T result) {
            super(task, result);
            this.asked = asked;
        }

        @Override
        public void run() {
            evaluations.begin(asked);
            try {
                super.run();
            } finally {
                evaluations.end();
            }
        }

        @Override
        public void operationComplete(ChannelFuture closed) {
            cancel(true);
        }

        @Override
        protected void done() {
            Visit.of(asked.channel()).endTask();
            asked.channel().closeFuture().removeListener(this); // a connection may live long and ask much
        }
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T result) {
        Asked asked = Caller.asked();
        if (asked == null) {
            return super.newTaskFor(task, result);
        }
        Visit.of(asked.channel()).beginTask();
        ClientTask<T> own = new ClientTask<>(asked, task, result);
        asked.channel().closeFuture().addListener(own);
        return own;
    }
}
