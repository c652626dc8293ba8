package io.pragh.benchmarks.micro;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.pragh.core.memory.Region;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What are the lower bounds of any fabric? Copies within the memory of one process, and 64 bytes there and back
 * through Netty with nothing in between: the floors of {@link FabricBenchmark}, measured in the same run.
 *
 * <pre>bin/pragh bench jmh Fabric</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FabricFloorBenchmark {
    private static final int SEGMENT = 1 << 20;
    private static final int ECHO_BYTES = 64;
    private static final int LOOKS_BEFORE_REST = 64;

    private final Region source = Region.direct(SEGMENT, 1);
    private final Region target = Region.direct(SEGMENT, 1);
    private final AtomicLong echoed = new AtomicLong();
    private long at;
    private @Nullable EventLoopGroup group;
    private @Nullable Channel client;
    private volatile @Nullable Thread waiting;

    /** Connects a client to its echo. */
    @Setup(Level.Trial)
    public void open() throws InterruptedException {
        source.grow();
        target.grow();
        boolean epoll = Epoll.isAvailable();
        EventLoopGroup threads =
                new MultiThreadIoEventLoopGroup(2, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        group = threads;
        Channel server = new ServerBootstrap()
                .group(threads)
                .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new Echo())
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
        client = new Bootstrap()
                .group(threads)
                .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new Counter())
                .connect(server.localAddress())
                .sync()
                .channel();
    }

    /** Disconnects them. */
    @TearDown
    public void close() {
        if (group != null) {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }

    @ChannelHandler.Sharable
    private static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ChannelFuture unused = context.writeAndFlush(message);
        }
    }

    private final class Counter extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            echoed.addAndGet(bytes.readableBytes());
            bytes.release();
            Thread waiter = waiting;
            if (waiter != null) {
                LockSupport.unpark(waiter);
            }
        }
    }

    /** 64 bytes there and back. */
    @Benchmark
    public long nettyEcho() {
        Channel to = client;
        if (to == null) {
            throw new IllegalStateException("not open");
        }
        long until = echoed.get() + ECHO_BYTES;
        ChannelFuture unused =
                to.writeAndFlush(to.alloc().directBuffer(ECHO_BYTES).writeZero(ECHO_BYTES));
        for (int looks = 0; echoed.get() < until; looks++) {
            if (looks < LOOKS_BEFORE_REST) {
                Thread.onSpinWait();
            } else {
                waiting = Thread.currentThread();
                if (echoed.get() < until) {
                    LockSupport.parkNanos(1_000_000);
                }
                waiting = null;
            }
        }
        return until;
    }

    private long copy(int bytes) {
        at = at + 4_096 & SEGMENT / 2 - 1;
        source.copyTo(at, target, 0, bytes);
        return target.getLong(0);
    }

    /** A copy of 1 KiB. */
    @Benchmark
    public long memcpy1024() {
        return copy(1 << 10);
    }

    /** A copy of 64 KiB. */
    @Benchmark
    public long memcpy65536() {
        return copy(1 << 16);
    }
}
